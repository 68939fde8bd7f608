"""Rules as papers print them: short names, looked up in the data they are applied to."""
