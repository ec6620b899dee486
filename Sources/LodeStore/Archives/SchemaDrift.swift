internal import LodeCoding

/// What becomes of a schema that the catalog does not have.
struct SchemaDrift {
  enum Verdict {
    /// The catalog has it under another version, which was counted up by itself.
    case same(UInt32)
    /// It is to be added, so.
    case new(ArchiveSchema)
    /// The catalog has this version with other fields; says which.
    case drift(String)
  }

  let verdict: Verdict

  init(_ schema: ArchiveSchema, in catalog: SchemaCatalog) {
    let related = catalog.related(to: schema)
    guard schema.evolution != .open,
      let recorded = related.last(where: { $0.schema.version == schema.version })?.schema
    else {
      verdict = .new(schema)
      return
    }
    if schema.evolution == .additive {
      if let same = related.last(where: { $0.schema.hasSameFields(as: schema) }) {
        verdict = .same(same.number)
        return
      }
      let latest = related.max { $0.schema.version < $1.schema.version }?.schema ?? recorded
      if schema.contains(latest) {
        verdict = .new(schema.with(version: latest.version + 1))
        return
      }
    }
    verdict = .drift(Self.differences(schema, recorded))
  }

  /// What differs between a type and its record, in a sentence.
  private static func differences(_ schema: ArchiveSchema, _ recorded: ArchiveSchema) -> String {
    var parts: [String] = []
    for field in schema.fields {
      guard let index = recorded.index(of: field.name) else {
        parts.append("\(field.name): \(field.type) is not in the store")
        continue
      }
      let type = recorded.fields[index].type
      if type != field.type {
        parts.append("\(field.name) is \(type) in the store and \(field.type) in the program")
      }
    }
    for field in recorded.fields where schema.index(of: field.name) == nil {
      parts.append("\(field.name): \(field.type) is not in the program")
    }
    if parts.isEmpty {
      parts.append(
        recorded.fields.map(\.name) != schema.fields.map(\.name)
          ? "the fields are in another order" : "it was \(recorded), and is \(schema)")
    }
    return "\(schema.name) version \(schema.version): " + parts.joined(separator: "; ")
  }
}

extension ArchiveSchema {
  fileprivate func hasSameFields(as other: ArchiveSchema) -> Bool {
    kind == other.kind && isExtensible == other.isExtensible && version >= other.version
      && fields.elementsEqual(other.fields) { $0.name == $1.name && $0.type == $1.type }
  }

  /// Whether it has every field of an earlier one, with the same type.
  fileprivate func contains(_ earlier: ArchiveSchema) -> Bool {
    kind == earlier.kind
      && earlier.fields.allSatisfy { old in
        index(of: old.name).map { fields[$0].type == old.type } ?? false
      }
  }

  fileprivate func with(version: Int) -> ArchiveSchema {
    ArchiveSchema(
      name, kind: kind, version: version, fields: fields, isExtensible: isExtensible,
      evolution: evolution)
  }
}
