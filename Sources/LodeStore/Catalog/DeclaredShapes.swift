package import LodeCoding
internal import LodeLMDB

/// The shapes of types: the digests of the schemas that programs last declared.
///
/// The digests detect a program that has the same version of a type, but lacks a field. A write of
/// this program would lose the values of the field.
package struct DeclaredShapes: Hashable, Sendable {
  /// Digests by type name and case name; structures and classes use an empty case name.
  package var types: [String: [String: UInt64]]

  package init(types: [String: [String: UInt64]] = [:]) { self.types = types }

  /// The digest that a program last declared for the type or the enumeration case of a schema.
  package subscript(schema: ArchiveSchema) -> UInt64? {
    get { types[schema.name]?[schema.kind.enumCase ?? ""] }
    set { types[schema.name, default: [:]][schema.kind.enumCase ?? ""] = newValue }
  }
}

extension CatalogRecord {
  static let shapesKind: UInt8 = 0x14

  static func encode(_ shapes: [String: UInt64]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (enumCase, digest) in shapes.sorted(by: {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }) {
      bytes += encode(enumCase)
      bytes += withBytes(of: digest)
    }
    return bytes
  }

  /// Decodes the digests of one type; returns `nil` if the bytes are damaged.
  static func decodeShapes(_ bytes: [UInt8]) -> [String: UInt64]? {
    var shapes: [String: UInt64] = [:]
    var bytes = bytes[...]
    while !bytes.isEmpty {
      guard let enumCase = takeText(&bytes), let digest = takeNumber(&bytes, size: 8) else {
        return nil
      }
      shapes[enumCase] = UInt64(bitPattern: Int64(digest))
    }
    return shapes
  }
}

extension CatalogTable {
  /// Loads the shapes of all types.
  func loadShapes() throws(StoreError) -> DeclaredShapes {
    DeclaredShapes(types: try load(CatalogRecord.shapesKind, CatalogRecord.decodeShapes))
  }

  /// Writes the shapes that differ between two generations.
  func write(_ new: DeclaredShapes, over old: DeclaredShapes) throws(LMDBError) {
    for (name, shapes) in new.types where shapes != old.types[name] {
      try put(CatalogRecord.encode(shapes), [CatalogRecord.shapesKind] + name.utf8)
    }
  }
}
