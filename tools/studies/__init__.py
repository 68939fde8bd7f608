"""The studies that the paper announces: each is run by one command and written up in one page."""
