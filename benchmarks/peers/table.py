"""Tables of finished results."""
def markdown(results): return ""
def csv_text(results): return ""
