# Sourced by every finding: a temporary folder with pinned packages, and a check of what a program printed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

pypi() { # install pinned Python packages
    python3 -m venv venv
    venv/bin/pip --disable-pip-version-check -qq install "$@"
    PATH=$folder/venv/bin:$PATH
}

debian() { # unpack pinned Debian packages, and what they need and the system lacks
    local more
    # with an empty cache, or what is in the system's would not be named
    more=$(apt-get -qq -o Dir::Cache::archives="$folder" --print-uris -y --no-install-recommends install "$@" | sed -E "s/^'[^']*' ([^_]+)_.*/\1/")
    # shellcheck disable=SC2086 # a list
    apt-get -qq -o APT::Sandbox::User=root download "$@" $more
    for package in *.deb; do dpkg -x "$package" root; done
    PATH=$folder/root/usr/bin:$PATH
    export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib
}

seen() { # print the input, and fail if it is not the argument
    local output
    output=$(cat)
    printf '%s\n' "$output"
    if [[ $output != "$1" ]]; then
        printf 'CHANGED: expected\n%s\n' "$1"
        exit 1
    fi
}
