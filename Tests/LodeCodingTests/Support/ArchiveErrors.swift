import LodeCoding

/// The code of the error that `body` throws, or `nil`.
func archiveErrorCode<R>(_ body: () throws -> R) -> ArchiveError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? ArchiveError)?.code
  }
}

/// The stored form, in which schemas go by their places from 1.
func storedByPlaces(_ archive: EncodedArchive) -> [UInt8] {
  archive.stored { schema in UInt32(archive.schemas.firstIndex(of: schema) ?? 99) + 1 }
}
