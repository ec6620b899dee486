internal import LodeCoding

extension SchemaDifference {
  /// An incomplete step for these changes, as Swift source.
  ///
  /// The first lines are likely renames; check each rename. Replace each `...` with a value or an
  /// expression. Lines that delete values come last, as comments.
  public var stepSuggestion: String {
    let type = new.name.split(separator: ".").last.map(String.init) ?? new.name
    return """
      Step(\(type).self, from: \(old.version), to: \(new.version)) { record in
      \(draftLines.map { "  " + $0 }.joined(separator: "\n"))
      }
      """
  }

  private var draftLines: [String] {
    let renames = likelyRenames
    let renamed = Set(renames.map(\.new.name))
    let removed = fieldsRemoved.filter { field in !renames.contains { $0.old.name == field.name } }
    return renames.flatMap { lines(forRename: $0.old, $0.new) }
      + changesForStep.compactMap { line(for: $0, exceptAdded: renamed) }
      + removals(removed, added: fieldsAdded.filter { !renamed.contains($0.name) })
  }

  private func lines(
    forRename old: ArchiveSchema.Field, _ new: ArchiveSchema.Field
  ) -> [String] {
    let rename =
      "record.rename(\"\(old.name)\", to: \"\(new.name)\")"
      + "  // keep if both are one field; @Stored(was: \"\(old.name)\") needs no step"
    guard old.type.code == .optional, new.type.code != .optional else { return [rename] }
    return [rename, "record.setIfAbsent(\"\(new.name)\", ...)  // was optional"]
  }

  private func line(for change: SchemaChange, exceptAdded renamed: Set<String>) -> String? {
    switch change {
    case .fieldRemoved: nil
    case .fieldAdded(let name, _) where renamed.contains(name): nil
    case .fieldAdded(let name, let type):
      "record.setIfAbsent(\"\(name)\", ...)  // new, \(type); delete if the field has a default"
    case .fieldRetyped(let name, let old, let new):
      "try record.transform(\"\(name)\") { value in ... }  // was \(old), is \(new)"
    case .fieldMadeRequired(let name):
      "record.setIfAbsent(\"\(name)\", ...)  // was optional"
    default: "// \(change)"
    }
  }

  /// Returns comments: for each removed field, a line for each added field of the same type, and a
  /// line that removes the field.
  private func removals(
    _ removed: [ArchiveSchema.Field], added: [ArchiveSchema.Field]
  ) -> [String] {
    if removed.isEmpty { return [] }
    return ["// Choose what happens to each field that the type no longer has:"]
      + removed.flatMap { field in
        let targets = added.filter { $0.type.withoutOptional == field.type.withoutOptional }
        return targets.map { "// record.rename(\"\(field.name)\", to: \"\($0.name)\")" }
          + ["// record.remove(\"\(field.name)\")  // deletes the values; was \(field.type)"]
      }
  }
}

extension SchemaDifference {
  /// The changes that a step must handle, including new fields that are not optional.
  ///
  /// A step need not set a new field with a default.
  var changesForStep: [SchemaChange] {
    changes.filter { change in
      if case .fieldAdded(_, let type) = change { return type.code != .optional }
      return !change.isAutomatic
    }
  }

  private var fieldsAdded: [ArchiveSchema.Field] {
    new.fields.filter { field in changes.contains(.fieldAdded(field.name, field.type)) }
  }

  private var fieldsRemoved: [ArchiveSchema.Field] {
    old.fields.filter { changes.contains(.fieldRemoved($0.name, $0.type, isKept: false)) }
  }

  /// Pairs of a removed field and an added field of the same type, if one name contains the other
  /// name.
  private var likelyRenames: [(old: ArchiveSchema.Field, new: ArchiveSchema.Field)] {
    var free = fieldsAdded
    return fieldsRemoved.compactMap { field in
      let name = field.name.lowercased()
      let match = free.firstIndex { other in
        let otherName = other.name.lowercased()
        return other.type.withoutOptional == field.type.withoutOptional
          && (otherName.contains(name) || name.contains(otherName))
      }
      return match.map { (field, free.remove(at: $0)) }
    }
  }
}
