internal import BenchHarness

/// A common peer with its store.
final class Runner<Store: ContestedStore>: StoreContestant<Store> {
  let peer: CommonPeer

  init(_ peer: CommonPeer, _ directory: String, open: @escaping (String) throws -> Store) {
    self.peer = peer
    super.init(name: peer.rawValue, directory: directory, open: open)
  }
}

extension Stage {
  /// A runner for each peer.
  func runners<Store>(
    _ what: String, _ peers: [CommonPeer] = CommonPeer.allCases,
    open: @escaping (CommonPeer, String) throws -> Store
  ) throws -> [Runner<Store>] {
    try peers.map { peer in
      Runner(peer, try spareDirectory("\(what)-\(peer.rawValue)")) { try open(peer, $0) }
    }
  }

  /// Runs `lap` for each runner in turn, round after round.
  func race<Store>(
    _ measure: String, _ runners: [Runner<Store>], rounds: Int = .max,
    lap: (Runner<Store>, Int) throws -> Lap
  ) throws {
    try race(
      [measure], among: runners, name: \.peer.rawValue, rounds: { _ in rounds },
      laps: { [try lap($0, $1)] })
  }
}
