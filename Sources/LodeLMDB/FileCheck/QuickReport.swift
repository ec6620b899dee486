extension FileCheck {
  /// The size of a file, and the state of the last commit from the newest meta page.
  public struct QuickReport: Sendable, Hashable {
    /// The page size in bytes: a power of two in 256...32768.
    public let pageSize: Int
    /// The map size of the last writer, which limits the file's size, in bytes.
    public let mapSize: UInt64
    /// The highest page number used so far; the first page has the number 0.
    public let lastPage: UInt64
    /// The number of the last commit; 0 before the first commit.
    public let lastTransaction: UInt64
    /// The number of rows in the main table: one row for each named table, and any plain rows.
    public let mainEntries: UInt64
    /// The size of the file in bytes.
    public let fileSize: UInt64
    /// The size in bytes of a file with every page up to `lastPage`.
    public let neededSize: UInt64

    /// Whether the file ends before the end of the page `lastPage`.
    ///
    /// A short file can be sound. `FileCheck.pad(path:)` lengthens the file.
    public var isShort: Bool { fileSize < neededSize }

    init(meta: MetaPage, fileSize: UInt64) {
      pageSize = Int(meta.pageSize)
      mapSize = meta.mapSize
      lastPage = meta.lastPage
      lastTransaction = meta.transaction
      mainEntries = meta.mainTable.entries
      self.fileSize = fileSize
      // Never `nil`, because the check refuses a meta page whose length overflows.
      neededSize = meta.neededByteCount ?? 0
    }
  }
}
