"""What the commands share: options, output, progress, interrupts."""
