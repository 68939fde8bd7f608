"""One grammar of rules in text: tokens, trees, parser, builder."""
