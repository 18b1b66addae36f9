"""The numbered texts that make a palace and bring an older one up to date."""
