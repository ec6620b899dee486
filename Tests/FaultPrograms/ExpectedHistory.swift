/// What a store must hold after some transactions, as values in memory.
protocol ExpectedState {
  init()
  var number: Int { get }
  /// Does what the next transaction does.
  mutating func advance(seed: UInt64)
}

/// The states of a seed's history; the latest are kept, because checks ask for neighbours.
struct ExpectedHistory<State: ExpectedState> {
  let seed: UInt64
  private var recent: [State] = []
  private var checkpoints = [State()]

  init(seed: UInt64) { self.seed = seed }

  /// The state after `number` transactions.
  mutating func state(_ number: Int) -> State {
    if let known = recent.last(where: { $0.number == number }) { return known }
    let known = (recent + checkpoints).filter { $0.number < number }
    var state = known.max { $0.number < $1.number } ?? State()
    while state.number < number {
      state.advance(seed: seed)
      if state.number % 100 == 0, state.number > checkpoints.last?.number ?? 0 {
        checkpoints = (checkpoints + [state]).suffix(64)
      }
    }
    recent = recent.suffix(7) + [state]
    return state
  }
}
