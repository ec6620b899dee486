public import BenchHarness

extension Peer {
  /// All peers, in the order in which each round runs them; the first is the floor.
  public static let all: [Peer] = [.lmdbFloor, .lodeLMDB, .lodeStore, .sqlite] + grdb

  #if GRDB
    private static let grdb: [Peer] = [.grdbPrepared, .grdbEveryday]
  #else
    private static let grdb: [Peer] = []
  #endif
}
