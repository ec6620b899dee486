internal import BenchHarness

/// The tasks that several workloads share. Each checks what it got.
extension Stage {
  /// Loads `rows` into a new store each round; the store of the last round stays open.
  func load(
    _ name: String, _ rows: Rows, batch: Int = .max, ascending: Bool = false
  ) async throws {
    try await race([name, "\(name), puts alone"], long: true) { contestant, _ in
      let engine = try contestant.emptyEngine()
      let (commits, total) = try timed {
        try engine.load(rows, batch: batch, ascending: ascending)
      }
      return [Lap(rows.count, total), Lap(rows.count, total - commits)]
    }
    let digest = rows.digest
    for contestant in contestants {
      note("\(name), checking \(contestant.peer.name)")
      let engine = try contestant.engine()
      try contestant.expect(engine.scan(reverse: false), digest, "\(name), scan")
      let part = rows[0..<contestant.operations(rows.count)]
      try contestant.expect(engine.matches(part), part.count, "\(name), read back")
    }
  }

  /// Gets `keys`, all in one snapshot, one by one or in batches; `hit` says whether they exist.
  func get(
    _ name: String, _ keys: Rows, hit: Bool = true, batch: Int? = nil, among: [Contestant]? = nil
  ) async throws {
    let expected = digests(of: keys, hit: hit)
    try await race(name, among: among) { contestant, _ in
      let engine = try contestant.engine()
      let part = keys[0..<contestant.operations(keys.count)]
      let (digest, time) = try timed {
        try batch.map { try engine.getBatches(part, of: $0) } ?? engine.get(part, lane: 0)
      }
      try contestant.expect(digest, expected[part.count] ?? Digest(), name)
      return Lap(part.count, time)
    }
  }

  /// Gets `keys`, each in a snapshot of its own.
  func getEach(_ name: String, _ keys: Rows) async throws {
    let expected = digests(of: keys, hit: true)
    try await race(name) { contestant, _ in
      let engine = try contestant.engine()
      let part = keys[0..<contestant.operations(keys.count)]
      let (digest, time) = try timed { try engine.getEach(part) }
      try contestant.expect(digest, expected[part.count] ?? Digest(), name)
      return Lap(part.count, time)
    }
  }

  /// Gets `keys` on two threads, half of them each.
  func getOnTwoThreads(_ name: String, _ keys: Rows) async throws {
    let expected = digests(of: keys, hit: true)
    try await race(name, unit: .rate) { contestant, _ in
      let engine = try contestant.engine()
      let part = keys[0..<contestant.operations(keys.count)]
      var digest = Digest()
      let time = try await timed {
        async let first = engine.get(part.share(0, of: 2), lane: 0)
        async let second = engine.get(part.share(1, of: 2), lane: 1)
        try await digest.add(first)
        try await digest.add(second)
      }
      try contestant.expect(digest, expected[part.count] ?? Digest(), name)
      return Lap(part.count, time)
    }
  }

  /// Reads everything, forwards and backwards.
  func scan(_ rows: Rows) async throws {
    let expected = rows.digest
    // Several passes a round where one is over in a moment.
    let passes = min(max(100_000_000 / max(rows.byteCount, 1), 1), 4)
    for reverse in [false, true] {
      let name = reverse ? "scan backwards" : "scan forwards"
      try await race(name) { contestant, _ in
        let engine = try contestant.engine()
        var lap = Lap(0, .zero)
        for _ in 0..<contestant.operations(passes) {
          let (digest, time) = try timed { try engine.scan(reverse: reverse) }
          try contestant.expect(digest, expected, name)
          lap = Lap(lap.operations + rows.count, lap.duration + time)
        }
        return lap
      }
    }
  }

  /// Reads `count` ranges of `length` entries at random places; `sorted` is all there is.
  func ranges(_ count: Int, length: Int, in sorted: Rows) async throws {
    var noise = Noise(seed: UInt64(length))
    let room = max(sorted.count - length, 0)
    let starts = (0..<count).map { _ in Int.random(in: 0...room, using: &noise) }
    let keys = sorted.picking(starts)
    let sums = starts.map { sorted[$0..<min($0 + length, sorted.count)].digest }
    let name = "range of \(length)"
    try await race(name) { contestant, _ in
      let engine = try contestant.engine()
      let part = keys[0..<contestant.operations(count)]
      let (digest, time) = try timed { try engine.ranges(from: part, length: length) }
      var expected = Digest()
      for sum in sums[0..<part.count] { expected.add(sum) }
      try contestant.expect(digest, expected, name)
      return Lap(part.count, time)
    }
  }

  /// Deletes a different tenth of `rows` each round and returns what is left.
  func delete(_ rows: Rows) async throws -> Rows {
    try await race("delete random") { contestant, round in
      let engine = try contestant.engine()
      let part = rows.share(round, of: 10)
      let (found, time) = try timed { try engine.delete(part) }
      try contestant.expect(found, part.count, "delete")
      return Lap(part.count, time)
    }
    let left = rows[rows.count * sizes.rounds / 10..<rows.count]
    for contestant in contestants {
      let digest = try contestant.engine().scan(reverse: false)
      try contestant.expect(digest, left.digest, "scan after deletes")
    }
    return left
  }

  /// Weighs the files, closed so that nothing is left in a log.
  func weigh(_ name: String) throws {
    try weigh(name) { contestant in
      try contestant.close()
      return try fileBytes(in: contestant.directory)
    }
  }

  /// Compacts the files and weighs and reads the copy.
  func compact(expecting rows: Rows) async throws {
    try weigh("file size, after deletes")
    try await race("compact", long: true) { contestant, _ in
      let engine = try contestant.engine()
      let copy = try self.spareDirectory(contestant.peer.name)
      let (_, time) = try timed { try engine.compact(into: copy) }
      return Lap(rows.count, time)
    }
    try weigh("file size, compacted") { contestant in
      let copy = try self.spareDirectory(contestant.peer.name)
      try contestant.engine().compact(into: copy)
      let bytes = try fileBytes(in: copy)
      let digest = try contestant.withEngine(in: copy) { try $0.scan(reverse: false) }
      try contestant.expect(digest, rows.digest, "scan of the compacted copy")
      try removeDirectory(copy)
      return bytes
    }
  }

  /// What getting the first `n` of `keys` must give, for each `n` that a contestant does.
  private func digests(of keys: Rows, hit: Bool) -> [Int: Digest] {
    let counts = Set(contestants.map { $0.operations(keys.count) })
    return Dictionary(
      uniqueKeysWithValues: counts.map { ($0, hit ? keys[0..<$0].digest : Digest()) })
  }
}
