/// The state of an index.
public enum IndexState: UInt8, Sendable, Hashable {
  /// The build has not finished, and queries do not use the index.
  case building = 1
  /// The index has all entries.
  case ready = 2
  /// The index has no entries, and queries do not use the index until the next build.
  ///
  /// A program without the function, tokenizer, synonyms, or migration plan of the index changed a
  /// row or created the index.
  case disabled = 3
  /// The unique index has all entries, and the build found duplicates: rows with equal values.
  ///
  /// Writes cannot add further duplicates.
  case hasDuplicates = 4
}
