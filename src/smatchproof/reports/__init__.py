"""Reports: audits, experiments and pairs shown as text, Markdown, figures and HTML pages. Nothing is measured here."""
