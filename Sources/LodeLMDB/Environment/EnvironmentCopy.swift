/// A copy of one snapshot of an environment, in another directory.
struct EnvironmentCopy {
  let source: Environment
  /// Whether the copy leaves out free pages.
  let isCompacting: Bool

  /// Writes a durable and checked copy to a directory; see ``Environment/copy(to:compacting:)``.
  func write(to path: String) throws(LMDBError) {
    try EnvironmentOpening.prepareDirectory(path, create: true)
    let guardian = try Descriptor(path: path, .directory)
    guard guardian.lock(exclusive: true, wait: true) else { throw LMDBError.system(path) }
    defer { guardian.unlock() }
    let target = EnvironmentLocation.dataFile(in: path)
    if try FileStatus.at(target) != nil { throw LMDBError(.pathInUse, context: path) }
    let temporary = target + ".copying"
    do {
      try FileSystem.remove(temporary)
      try RowCopy.removeLeftovers(of: temporary)
      do throws(LMDBError) {
        try writeCopy(temporary)
      } catch  where isCompacting && error.code == .incompatible {
        // The file has leaked pages, which are neither in use nor free. LMDB has written a copy
        // that does not open.
        try FileSystem.remove(temporary)
        try RowCopy.write(source, to: temporary)
      }
      _ = try EnvironmentOpening.checkFile(temporary, full: true, pad: true)
      try FileSystem.move(temporary, to: target)
    } catch {
      // The caller gets only the first failure. The next copy replaces the temporary file.
      try? FileSystem.remove(temporary)
      throw error.namingFullDisk(at: path)
    }
    try FileSystem.synchronizeDirectory(path)
  }

  /// Writes a durable copy to a file, after adopting a larger map if needed.
  private func writeCopy(_ file: String) throws(LMDBError) {
    let descriptor = try Descriptor(path: file, .createNew)
    do throws(LMDBError) {
      try writeCopy(descriptor)
    } catch  where error.code == .mapResized {
      // Another process has enlarged the map. LMDB reports the new size before LMDB writes the
      // first byte.
      try source.adoptMapSize()
      try writeCopy(descriptor)
    }
    // LMDB does not sync the copy.
    try descriptor.synchronize(file)
  }

  private func writeCopy(_ descriptor: borrowing Descriptor) throws(LMDBError) {
    let (handle, _) = try source.admission.enter(takingIdleRead: false)
    defer { source.admission.leave() }
    // For a compacting copy, LMDB follows every page of the file, and checks no page.
    if isCompacting, handle.maps?.isSound == false {
      _ = try EnvironmentOpening.fullCheck(
        EnvironmentLocation.dataFile(in: source.path), holding: handle)
    }
    try handle.copy(to: descriptor.number, compacting: isCompacting)
  }
}
