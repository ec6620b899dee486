import LodeStore

/// `backup SOURCE ROOT COUNT [compact]`: copies the store of a workload of COUNT transactions below
/// another root, and reports it as if the copy were the last of them.
@Sendable func runBackup(_ arguments: Arguments) throws -> Int32 {
  let store = try Store(storePath(arguments.text(0)))
  let root = arguments.text(1)
  let count = arguments.number(2)
  let marks = try Marks(root + "/w.ack")
  marks.write("START \(count)")
  try store.copy(to: storePath(root), compacting: arguments.has("compact"))
  marks.write("ACK \(count)")
  store.close()
  return 0
}
