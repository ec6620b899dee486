internal import LodeLMDB

/// A generation of the catalog, shared by the reads that use the generation.
final class CatalogSnapshot: Sendable {
  let catalog: Catalog
  /// The table of the catalog.
  let table: Table

  init(_ catalog: Catalog, table: Table) {
    self.catalog = catalog
    self.table = table
  }
}
