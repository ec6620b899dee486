import LodeStore

func rowLeavesTheScan(_ store: Store) throws {
  try store.read { transaction in
    var kept: Span<UInt8>?  // expected-error {{escapes its scope}}
    try transaction["jobs"].forEach { row in kept = row.bytes }
    _ = kept
  }
}
