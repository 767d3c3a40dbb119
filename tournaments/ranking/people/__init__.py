"""Who somebody may be, and what their games come to: plain values in, plain values out."""
