import hlogen as hl
double = hl.function('2xf32', name='double')(lambda x: x + x)
square = hl.function('2xf32', name='square')(lambda x: x * x)
