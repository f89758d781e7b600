"""Search methods that prove nothing: what they find is measured against the optimum (see ``reports``)."""
