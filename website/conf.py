"""The settings of Sphinx; ``python -m website`` runs it."""

from smatchproof.base.version import VERSION

project = "smatchproof"
version = release = VERSION
copyright = "the authors of smatchproof; MIT licence"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["playground/**", "reports/**"]
html_theme = "furo"
html_title = f"smatchproof {VERSION}"
html_favicon = "favicon.svg"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0a5a9c", "color-brand-content": "#0a5a9c"},
    "dark_css_variables": {"color-brand-primary": "#86bff0", "color-brand-content": "#86bff0"},
}
html_static_path = ["_static"]
html_css_files = ["site.css"]
templates_path: list[str] = []
default_role = "code"
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_default_options = {"no-value": True}
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
add_module_names = False
pygments_style, pygments_dark_style = "friendly", "github-dark"
suppress_warnings = ["myst.header", "ref.python", "misc.highlighting_failure"]
nitpicky = False
