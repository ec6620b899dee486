public import BenchHarness

extension Peer {
  /// All peers, in the order in which each round runs them; the first is the floor.
  public static let all: [Peer] = {
    var peers: [Peer] = [.lmdbFloor, .lodeLMDB, .lodeStore, .sqlite]
    #if GRDB
      peers += [.grdbPrepared, .grdbEveryday]
    #endif
    return peers
  }()
}
