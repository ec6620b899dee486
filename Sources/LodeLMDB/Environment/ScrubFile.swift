/// The file in which the scrubber of a store records its position and its findings.
///
/// The scrubber is a background task that checks the pages of an open store.
/// `Docs/Format/Environment.md` describes the bytes. Only the process that holds the exclusive lock
/// of the file (`flock`) scrubs the store and writes the file.
///
/// Sendable: the descriptor does not change, and each write is one system call.
package final class ScrubFile: Sendable {
  package static let fileName = "scrub.state"
  /// The length of the longest content, in bytes.
  package static let mostBytes = 1 << 16

  private let file: Descriptor

  /// Opens or creates the file in a directory, and locks the file.
  ///
  /// Returns `nil` if another process scrubs, or if the file cannot be created.
  package init?(in directory: String) {
    do throws(LMDBError) {
      file = try Descriptor(path: directory + "/" + Self.fileName, .create)
    } catch {
      return nil
    }
    guard file.lock(exclusive: true, wait: false) else { return nil }
  }

  // Release the lock explicitly, because a child of `fork` can still hold the descriptor.
  deinit { file.unlock() }

  /// Returns up to ``mostBytes`` bytes of the file in a directory; no bytes if the file cannot be
  /// read.
  package static func content(in directory: String) -> [UInt8] {
    guard let file = try? Descriptor(path: directory + "/" + fileName, .read) else { return [] }
    return file.readHead(mostBytes)
  }

  /// Overwrites the start of the file, and returns whether the write succeeded.
  @discardableResult
  package func write(_ bytes: [UInt8], durably: Bool) -> Bool {
    file.writeHead(bytes) && (!durably || file.isSynchronized())
  }
}
