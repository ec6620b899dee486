extension FileCheck {
  /// The contents of the newest meta page of a sound file.
  public struct QuickReport: Sendable, Hashable {
    /// The page size in bytes: a power of two in 256...32768.
    public let pageSize: Int
    /// The size of the writer's map in bytes of address space.
    public let mapSize: UInt64
    /// The highest page number used so far.
    public let lastPage: UInt64
    /// The number of the last committed transaction; 0 before the first commit.
    public let lastTransaction: UInt64
    /// The number of entries in the main table: one per named table, plus any values stored there.
    public let mainEntries: UInt64
    /// The size of the file in bytes.
    public let fileSize: UInt64
    /// The size in bytes of a file with every page up to `lastPage`.
    public let neededSize: UInt64

    /// Whether the file ends before its last page, which a sound file may do; see `pad(path:)`.
    public var isShort: Bool { fileSize < neededSize }

    init(meta: MetaPage, fileSize: UInt64) {
      pageSize = Int(meta.pageSize)
      mapSize = meta.mapSize
      lastPage = meta.lastPage
      lastTransaction = meta.transaction
      mainEntries = meta.mainTable.entries
      self.fileSize = fileSize
      // A checked meta page always has this number.
      neededSize = meta.neededByteCount ?? 0
    }
  }
}
