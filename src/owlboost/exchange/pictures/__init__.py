"""Rules as pictures: descriptions that Graphviz or Mermaid draws."""
