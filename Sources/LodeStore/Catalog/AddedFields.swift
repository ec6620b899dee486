package import LodeCoding
internal import LodeLMDB

/// The recorded defaults of fields that were added to types, by type name.
///
/// A read of a row with an earlier schema fills missing fields with these defaults. The store
/// records the defaults, so that conditions and indexes use the same values in every program.
/// `Docs/Format/Catalog.md` specifies the bytes.
package struct AddedFields: Hashable, Sendable {
  /// An added field of a type, with its default.
  package struct Entry: Hashable, Sendable {
    /// The enumeration case that has the field; `nil` for a structure or a class.
    package let enumCase: String?
    /// The names and the default of the field.
    package let field: AddedField

    package init(enumCase: String?, _ field: AddedField) {
      self.enumCase = enumCase
      self.field = field
    }
  }

  /// The added fields, by the type names in archives.
  package var types: [String: [Entry]]

  package init(types: [String: [Entry]] = [:]) { self.types = types }

  /// Returns the added fields that apply to objects of a schema.
  func fields(of schema: ArchiveSchema) -> [AddedField] {
    guard let entries = types[schema.name] else { return [] }
    if case .extension = schema.kind { return [] }
    let enumCase = schema.kind.enumCase
    return entries.lazy.filter { $0.enumCase == enumCase }.map(\.field).filter {
      $0.concerns(schema)
    }
  }

  /// Returns a schema with the added fields that apply to its objects.
  func completing(_ schema: ArchiveSchema) -> ArchiveSchema {
    let fields = fields(of: schema)
    return fields == schema.added ? schema : schema.with(added: fields)
  }
}

extension CatalogRecord {
  static let addedFieldsKind: UInt8 = 0x13

  static func encode(_ entries: [AddedFields.Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      let field = entry.field
      bytes += encode(entry.enumCase ?? "")
      bytes.append(field.isVarying ? 1 : 0)
      bytes += withBytes(of: UInt16(field.names.count))
      for name in field.names { bytes += encode(name) }
      bytes += withBytes(of: UInt32(field.archive.count))
      bytes += field.archive
    }
    return bytes
  }

  /// Decodes the added fields of one type; returns `nil` if the bytes are damaged.
  static func decodeAddedFields(_ bytes: [UInt8]) -> [AddedFields.Entry]? {
    var entries: [AddedFields.Entry] = []
    var bytes = bytes[...]
    while !bytes.isEmpty {
      guard let enumCase = takeText(&bytes), let flag = bytes.popFirst(), flag <= 1,
        let names = takeNames(&bytes), let archive = takeBytes(&bytes, countSize: 4),
        let field = try? AddedField(names: names, archive: Array(archive), isVarying: flag == 1)
      else { return nil }
      entries.append(.init(enumCase: enumCase.isEmpty ? nil : enumCase, field))
    }
    return entries
  }

  private static func takeNames(_ bytes: inout ArraySlice<UInt8>) -> [String]? {
    guard let count = takeNumber(&bytes, size: 2), count > 0, count <= bytes.count else {
      return nil
    }
    var names: [String] = []
    for _ in 0..<count {
      guard let name = takeText(&bytes) else { return nil }
      names.append(name)
    }
    return names
  }
}

extension CatalogTable {
  /// Loads the defaults of all added fields.
  func loadAddedFields() throws(StoreError) -> AddedFields {
    AddedFields(types: try load(CatalogRecord.addedFieldsKind, CatalogRecord.decodeAddedFields))
  }

  /// Writes the defaults that differ between two generations, and raises the store's format number
  /// if necessary.
  func write(_ new: AddedFields, over old: AddedFields) throws(LMDBError) {
    if new == old { return }
    for name in Set(new.types.keys).union(old.types.keys).sorted()
    where new.types[name] != old.types[name] {
      try putOrDelete(
        CatalogRecord.encode(new.types[name] ?? []), [CatalogRecord.addedFieldsKind] + name.utf8)
    }
    if !new.types.isEmpty { try raiseFormat(to: CatalogRecord.addedFieldsFormat) }
  }
}
