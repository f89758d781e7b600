"""Methods: the registry of all, those of users, and programs of others that search by themselves."""
