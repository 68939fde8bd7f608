"""Rules as papers print them."""

WINE = """\
# Weak Learner WL1
(Alcohol some Alcohol_VL) and (Hue some Hue_H) and (MalidAcid some MalidAcid_VVL) SubClassOf WL1
(Ash some Ash_L) and (ColorIntensity some ColorIntensity_VVL) SubClassOf WL1
(ColorIntensity some ColorIntensity_VVL) and (Proline some Proline_L) SubClassOf WL1
(ColorIntensity some ColorIntensity_VVL) and (Proline some Proline_VVL) SubClassOf WL1
(Magnesium some Magnesium_VVL) and (NonFlavonoidsPhenols some NonFlavonoidsPhenols_VVH) and \
(Proanthocyanins some Proanthocyanins_F) SubClassOf WL1
(MalidAcid some MalidAcid_VVL) and (Proline some Proline_VVL) SubClassOf WL1

# Weak Learner WL2
(Alcohol some Alcohol_VVL) and (ColorIntensity some ColorIntensity_VVL) SubClassOf WL2
(Ash some Ash_VVL) and (Flavonoids some Flavonoids_L) SubClassOf WL2
(ColorIntensity some ColorIntensity_VVL) and (Proline some Proline_VVL)) SubClassOf WL2

# Weak Learner WL3
(ColorIntensity some ColorIntensity_VVL) SubClassOf WL3

# Real Adaboost aggregation
1.199 * WL1 + 0.544 * WL2 + 0.272 * WL3 SubClassOf 2

# Fuzzy datatypes (C-Means)
Alcohol_VVL                 left-shoulder   11.81   12.29
Alcohol_VL                  triangular      11.79   12.27   12.58
Hue_H                       triangular      1.00    1.08    1.21
MalidAcid_VVL               left-shoulder   1.27    1.67
Ash_VVL                     left-shoulder   1.88    2.11
Ash_L                       triangular      2.12    2.25    2.35
ColorIntensity_VVL          left-shoulder   2.66    3.64
Proline_L                   triangular      532.73  657.29  811.52
Proline_VVL                 left-shoulder   424.58  532.73
Magnesium_VVL               left-shoulder   85.39   89.97
NonFlavonoidsPhenols_VVH    right-shoulder  0.50    0.56
Proanthocyanins_F           triangular      1.40    1.64    1.94
Flavonoids_L                triangular      1.35    1.76    2.21
"""
"""The Wine example of Fuzzy OWL-Boost (class 2), to the letter, with its slips: line 12 closes one
parenthesis too many, and some names are spelt otherwise than those of the data.
"""

HOTEL = r"""
\fuzzyg{\mathsf{Accommodation}  \andc (\some \mathsf{hasPrice}.\mathsf{Fair}) \impc
\mathsf{GoodHotel}}{0.56}\ ,
"""
"""The fuzzy inclusion of the hotel example, as the source of the same paper has it."""

FAIR = "Fair triangular 40 60 98\n"
"""A fuzzy set in which a price of 79 is to one half; the paper only draws it."""
