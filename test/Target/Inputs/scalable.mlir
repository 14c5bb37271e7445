func.func @constant(%x: tensor<?x?xf32>, %l: index, %h: index) -> tensor<?x?xf32> {
  %r = pad.pad constant %x low[0, %l] high[0, %h] : tensor<?x?xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @edge(%x: tensor<?x?xi8>, %l: index, %h: index) -> tensor<?x?xi8> {
  %r = pad.pad edge %x low[0, %l] high[0, %h] : tensor<?x?xi8> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @reflect(%x: tensor<?x?xi16>, %l: index, %h: index) -> tensor<?x?xi16> {
  %r = pad.pad reflect periodic %x low[0, %l] high[0, %h] : tensor<?x?xi16> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @symmetric(%x: tensor<?x?xf32>, %l: index, %h: index) -> tensor<?x?xf32> {
  %r = pad.pad symmetric periodic %x low[0, %l] high[0, %h] : tensor<?x?xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @wrap(%x: tensor<?x?xf64>, %l: index, %h: index) -> tensor<?x?xf64> {
  %r = pad.pad wrap %x low[0, %l] high[0, %h] : tensor<?x?xf64> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @interior(%x: tensor<?x?xf32>, %l: index, %h: index) -> tensor<?x?xf32> {
  %r = pad.pad constant %x low[0, %l] high[0, %h] interior[0, 2] : tensor<?x?xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
