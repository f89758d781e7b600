"""The version as a constant: reading it from the installed distribution would take a tenth of the start-up time."""

VERSION = "0.2.0"
