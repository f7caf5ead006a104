"""The benchmark: the referee beside its peers and its floor, in one run (`make bench`)."""
