// The shapes of types in reads and writes.
extension ReadTransaction {
  /// The shapes that programs last declared.
  package var declaredShapes: DeclaredShapes { catalog.catalog.shapes }
}

extension WriteScope {
  /// The shapes that programs last declared.
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
