internal import LodeLMDB

/// A generation of the catalog, shared by the reads that see it.
final class CatalogSnapshot: Sendable {
  let catalog: Catalog
  /// The catalog's own table.
  let table: Table

  init(_ catalog: Catalog, table: Table) {
    self.catalog = catalog
    self.table = table
  }
}
