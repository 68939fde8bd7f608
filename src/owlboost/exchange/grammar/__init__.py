"""One grammar of rules in text: tokens, syntax trees, a parser, and what trees mean."""
