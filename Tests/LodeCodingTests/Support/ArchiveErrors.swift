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
