public import BenchHarness

extension Peer {
  /// All peers, in the order in which each round runs them; the first is the floor.
  public static let all: [Peer] = [
    .lmdbFloor, .lodeLMDB, .lodeStore, .sqlite, .grdbPrepared, .grdbEveryday,
  ]
}
