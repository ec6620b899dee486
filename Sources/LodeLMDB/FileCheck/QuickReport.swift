extension FileCheck {
  /// What the newest meta page of a sound file says.
  public struct QuickReport: Sendable, Hashable {
    /// Bytes in a page: a power of two in 256...32768.
    public let pageSize: Int
    /// Bytes of address space the writer of the file had reserved.
    public let mapSize: UInt64
    /// The number of the last page that was ever used.
    public let lastPage: UInt64
    /// The number of the last committed transaction; 0 when there was none.
    public let lastTransaction: UInt64
    /// Entries of the main table: one for each named table, and any values stored beside them.
    public let mainEntries: UInt64
    /// Bytes in the file.
    public let fileSize: UInt64
    /// Bytes the file needs to hold every page up to `lastPage`.
    public let neededSize: UInt64

    /// Whether the file ends before its last page, which a sound file may; see `pad(path:)`.
    public var isShort: Bool { fileSize < neededSize }

    init(meta: MetaPage, fileSize: UInt64) {
      pageSize = Int(meta.pageSize)
      mapSize = meta.mapSize
      lastPage = meta.lastPage
      lastTransaction = meta.transaction
      mainEntries = meta.mainTable.entries
      self.fileSize = fileSize
      // A meta page that was checked has a number here.
      neededSize = meta.neededByteCount ?? 0
    }
  }
}
