// Who imports Lode has everything that its declarations name.
@_exported public import LodeCoding
@_exported public import LodeSearch
@_exported public import LodeStore
