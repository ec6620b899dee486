// Programs that import LodeModels have everything that its declarations name.
@_exported public import LodeCoding
@_exported public import LodeSearch
@_exported public import LodeStore
