"""The calls of the API: what is sent for each, and what its answer is. Arguments are checked first."""
