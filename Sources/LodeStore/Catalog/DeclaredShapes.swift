package import LodeCoding
internal import LodeLMDB

/// The digests of the schemas that programs last declared for types.
///
/// The digests detect a program of the same version that lacks a field. A write of that program
/// would lose the values of the field.
package struct DeclaredShapes: Hashable, Sendable {
  /// Digests by type name and case name; structures and classes use an empty case name.
  package var types: [String: [String: UInt64]]

  package init(types: [String: [String: UInt64]] = [:]) { self.types = types }

  /// The digest of the schema that a program last declared for the same part of a type.
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

  static func decodeShapes(_ bytes: [UInt8]) -> [String: UInt64]? {
    var shapes: [String: UInt64] = [:]
    var bytes = bytes[...]
    while !bytes.isEmpty {
      guard let enumCase = takeText(&bytes), bytes.count >= 8 else { return nil }
      shapes[enumCase] = Array(bytes.prefix(8)).span.littleEndianUInt64(at: 0)
      bytes = bytes.dropFirst(8)
    }
    return shapes
  }
}

extension CatalogTable {
  func loadShapes() throws -> DeclaredShapes {
    DeclaredShapes(types: try load(CatalogRecord.shapesKind, CatalogRecord.decodeShapes))
  }

  func write(_ new: DeclaredShapes, over old: DeclaredShapes) throws(LMDBError) {
    for (name, shapes) in new.types where shapes != old.types[name] {
      try put(CatalogRecord.encode(shapes), [CatalogRecord.shapesKind] + name.utf8)
    }
  }
}

extension ReadTransaction {
  /// The shapes of the types as programs last declared them.
  package var declaredShapes: DeclaredShapes { catalog.catalog.shapes }
}

extension WriteScope {
  /// The shapes of the types as programs last declared them.
  package var declaredShapes: DeclaredShapes { context.catalog.shapes }

  /// Records the shapes in which a program declares its types.
  ///
  /// The record does not change the store's content, so the commit has no new revision.
  package func record(_ shapes: DeclaredShapes) throws {
    try context.checkOpen()
    if context.catalog.shapes == shapes { return }
    context.recording {
      context.catalog.shapes = shapes
      context.noteCatalogChange()
    }
  }
}
