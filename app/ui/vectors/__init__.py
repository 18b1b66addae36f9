"""The sets of vectors: what there is, what is being made, which one recall goes by."""
