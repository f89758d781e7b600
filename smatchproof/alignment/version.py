"""The version, as a constant: to ask for the installed distribution's takes a tenth of a program's start."""

VERSION = "0.2.0"
