"""``python -m owlboost`` is the command ``owlboost``."""

from owlboost.cli import main

if __name__ == "__main__":
    main()
