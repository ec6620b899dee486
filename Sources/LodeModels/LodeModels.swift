// A program that imports LodeModels also gets the modules whose types LodeModels names in public
// declarations.
@_exported public import LodeCoding
@_exported public import LodeSearch
@_exported public import LodeStore
