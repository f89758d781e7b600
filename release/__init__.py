"""What a release takes beside the package: its metadata, its recipe, and the trial of all that is published."""
