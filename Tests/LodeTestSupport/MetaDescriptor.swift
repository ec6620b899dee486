import Foundation

/// Makes LMDB's next write of a meta page fail, in this process and for one open data file.
///
/// LMDB has a descriptor of its own for meta pages, on which each write waits for the disk. It is
/// replaced by one that cannot write; LMDB closes it with the environment.
package func breakMetaWrites(of dataFile: String) throws {
  var wanted = stat()
  guard unsafe stat(dataFile, &wanted) == 0 else { throw CocoaError(.fileNoSuchFile) }
  for descriptor in 0..<Int32(1024) {
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0, found.st_ino == wanted.st_ino,
      found.st_dev == wanted.st_dev, fcntl(descriptor, F_GETFL) & O_DSYNC != 0
    else { continue }
    let reader = unsafe open(dataFile, O_RDONLY)
    defer { close(reader) }
    guard dup2(reader, descriptor) == descriptor else { throw CocoaError(.fileWriteUnknown) }
    return
  }
  throw CocoaError(.fileNoSuchFile)
}
