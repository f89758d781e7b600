"""Many systems against one reference: their scores, confidence intervals and tests."""
