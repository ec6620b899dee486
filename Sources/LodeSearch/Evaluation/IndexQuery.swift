internal import LodeCoding
package import LodeStore

/// A search expression, resolved once for all steps of a search in one index.
///
/// The query is valid as long as its reader.
package struct IndexQuery {
  /// The reader of the searched index.
  package let reader: TokenIndexReader
  /// The fields of the index, with their tokenizers.
  let columns: [SearchColumn]
  /// The expression with the terms of the index.
  let resolved: ResolvedQuery

  /// Resolves an expression in an index.
  ///
  /// - Throws: `StoreError` with `invalidSearch`, caused by a `SearchSyntaxError` with `tooDeep` or
  ///   `tooMany`, if the expression exceeds a limit.
  package init(_ expression: SearchExpression, in reader: TokenIndexReader) throws {
    try causing(.invalidSearch, expression.checkLimits)
    self.reader = reader
    columns = zip(reader.definition.search, reader.tokenizers).map {
      SearchColumn(field: $0, tokenizer: $1)
    }
    resolved = QueryResolver.resolve(expression, columns)
  }
}
