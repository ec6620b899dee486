import LodeCoding
import LodeStore

/// `probe`: opens stores whose files may be damaged, reads everything and writes a little.
///
/// - `WRITTEN SEED COUNT` learns every row that a workload of that seed ever writes.
/// - `PROBE DIR [ro]` answers `exit 0 DIGEST bad N`, where N counts the rows that were never
///   written, or `err PLACE CODE`.
///
/// All opens are made by this one process: whatever one of them leaves behind meets the next.
@Sendable func runProbe(_ arguments: Arguments) throws -> Int32 {
  var written: Set<UInt64> = []
  while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "PROBE" where words.count > 1:
      say(answer(words[1], readOnly: words.contains("ro"), written))
    case "WRITTEN" where words.count > 2:
      written = everWritten(seed: UInt64(words[1]) ?? 0, count: Int(words[2]) ?? 0)
      say("ok \(written.count)")
    default:
      say("cannot read \(line)")
    }
  }
  return 0
}

private func answer(_ path: String, readOnly: Bool, _ written: Set<UInt64>) -> String {
  var place = "open"
  do {
    var options = StoreOptions()
    options.readOnly = readOnly
    let store = try Store(path, options: options)
    defer { store.close() }
    place = "read"
    let contents = try readAll(store)
    place = "verify"
    // Rows that are sound each, and not the ones that were written last.
    if !(try store.verify().isSound) { return "err verify unsound" }
    place = "write"
    if !readOnly { try writeLittle(store) }
    let bad = contents.hashes.count { !written.contains($0) }
    return "exit 0 \(String(contents.digest, radix: 16)) bad \(bad)"
  } catch let error as StoreError {
    return "err \(place) \(error.code.rawValue)"
  } catch {
    return "err \(place) untyped"
  }
}

/// The hash of each row over collection, key, value and metadata, and one over all of the store.
private func readAll(_ store: Store) throws -> (hashes: [UInt64], digest: UInt64) {
  var hashes: [UInt64] = []
  var digest: UInt64 = 0
  try store.read { transaction in
    digest = try transaction.revision
    for name in try transaction.collections() {
      digest &+= Checksum.rapidhash(Array(name.utf8).span, seed: 0)
      try transaction[name].forEach { row in
        var metadata: [UInt8]?
        if let bytes = row.metadata { metadata = bytes.copied() }
        let hash = rowHash(name, row.keyBytes, row.bytes, metadata)
        hashes.append(hash)
        digest &+= hash
      }
    }
  }
  return (hashes, digest)
}

private func rowHash(
  _ collection: String, _ key: Span<UInt8>, _ value: Span<UInt8>, _ metadata: [UInt8]?
) -> UInt64 {
  // A renamed collection keeps its rows.
  let name = collection.split(separator: ".").last.map(String.init) ?? collection
  var hash = Checksum.rapidhash(Array(name.utf8).span, seed: 0)
  hash = Checksum.rapidhash(value, seed: Checksum.rapidhash(key, seed: hash))
  if let metadata { hash = Checksum.rapidhash(metadata.span, seed: hash ^ 1) }
  return hash
}

/// The rows that a workload leaves at any time, by their hashes.
private func everWritten(seed: UInt64, count: Int) -> Set<UInt64> {
  var hashes: Set<UInt64> = []
  var model = ExpectedContents()
  for _ in 0..<count {
    model.advance(seed: seed)
    for (name, collection) in model.collections {
      for (key, row) in collection.rows {
        hashes.insert(rowHash(name, key.span, row.bytes.span, row.metadata))
      }
    }
  }
  return hashes
}

private func writeLittle(_ store: Store) throws {
  try store.write { transaction in
    for i in 0..<60 {
      try transaction["rec"].put([UInt8](repeating: 1, count: 600), forKey: 100_000 + i * 6)
    }
    for i in 0..<60 { try transaction["rec"].delete(i * 3) }
    try transaction["new"].put("collection", forKey: 1)
  }
}
