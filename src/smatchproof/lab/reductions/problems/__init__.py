"""Problems that reduce to Smatch: small types with a verifier, a brute-force solver and readers of usual formats."""
