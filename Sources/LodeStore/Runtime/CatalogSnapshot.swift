internal import LodeLMDB

/// One generation of the catalog; all reads of the generation share the object.
final class CatalogSnapshot: Sendable {
  let catalog: Catalog
  let table: Table

  init(_ catalog: Catalog, table: Table) {
    self.catalog = catalog
    self.table = table
  }
}
