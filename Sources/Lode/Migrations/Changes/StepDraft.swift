internal import LodeCoding

extension SchemaDifference {
  /// A step to start from, as source: what cannot be known is left to be written.
  public var stepDraft: String {
    let lines = changes.filter { !$0.isAutomatic }.map { "  " + line(for: $0) }
    let type = new.name.split(separator: ".").last.map(String.init) ?? new.name
    return """
      Step(\(type).self, from: \(old.version), to: \(new.version)) { record in
      \(lines.joined(separator: "\n"))
      }
      """
  }

  private func line(for change: SchemaChange) -> String {
    switch change {
    case .fieldRemoved(let name, let type, _):
      "record.remove(\"\(name)\")  // was \(type); or record.rename(\"\(name)\", to: ...)"
    case .fieldRetyped(let name, let old, let new):
      "try record.transform(\"\(name)\") { value in ... }  // was \(old), is \(new)"
    case .fieldMadeRequired(let name):
      "record.setIfAbsent(\"\(name)\", ...)  // could be absent"
    default: "// \(change)"
    }
  }
}
