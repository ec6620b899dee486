internal import LodeCoding

extension IndexDefinition {
  /// Returns the problem of an invalid definition, or `nil`.
  ///
  /// - Parameter own: The problem that the kind of the index finds.
  func problem(_ own: String?) -> String? {
    var problem = own
    if name.isEmpty || name.utf8.count > 400 { problem = "the name must have 1 to 400 bytes" }
    if parts.count > 16 { problem = "it has more than 16 components" }
    // An entry of a counting index has one byte for the number of a field.
    if carried.count > 256 { problem = "it carries more than 256 fields" }
    if parts.contains(where: { $0.path.isComputed && $0.version ?? -1 < 0 }) {
      problem = "a computed component has no version"
    }
    if let part = allPaths.first(where: { $0.isRowProperty && $0.names.count > 1 }) {
      problem = "\(part) is not a component of a model's key"
    }
    if !(condition?.paths ?? []).union(carried).allSatisfy({ !$0.isComputed }) {
      problem = "only a component can be computed"
    }
    if parts.count(where: \.isEachElement) > 1 {
      problem = "more than one component has an entry for each element"
    }
    if problem != nil { return problem }
    // Decoding the definition again must give the same definition.
    let isSame = IndexDefinition(name: name, encoded: encoded.span)?.isSame(as: self) == true
    return isSame ? nil : "its condition has no text form"
  }

  /// The problem of a definition that needs components, or `nil`.
  var componentProblem: String? { parts.isEmpty ? "it has no components" : nil }
}
