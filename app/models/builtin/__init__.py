"""What stands in for a model when there is none: rules and prototype sentences, named built-in wherever shown."""
