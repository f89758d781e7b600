"""The common parts of the commands: options, output, progress, interrupts."""
