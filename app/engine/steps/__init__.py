"""The steps that want a model: each with its estimate, its cap, its run, and a stand-in or nothing without one."""
