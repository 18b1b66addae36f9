"""Pure rules and values: no input or output, no async, no Qt, no clock."""
