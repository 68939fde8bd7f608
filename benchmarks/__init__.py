"""Speed and memory, each as a ratio to something else measured in the same run."""
