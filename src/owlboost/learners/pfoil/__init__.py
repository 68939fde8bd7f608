"""Rules judged by what the ensemble would achieve with them, after pFOIL-DL (mathematics §19)."""
