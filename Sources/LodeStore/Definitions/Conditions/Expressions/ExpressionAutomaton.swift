/// A deterministic automaton for a regular expression, which creates its states on demand.
///
/// A state is the set of all instructions that can come next, so the automaton reads each scalar of
/// a text once.
///
/// Source: Russ Cox, "Regular Expression Matching Can Be Simple And Fast",
/// https://swtch.com/~rsc/regexp/regexp1.html.
final class ExpressionAutomaton {
  /// The maximum number of states.
  ///
  /// At a limit, the automaton discards all states.
  private static let mostStates = 500
  /// The maximum number of instructions and non-ASCII transitions in all states together.
  private static let mostKept = 100_000

  private struct State {
    let key: Key
    /// The next state for each ASCII scalar, or -1 before the state is known.
    var ascii = [Int32](repeating: -1, count: 128)
    var others: [UInt32: Int32] = [:]
  }

  private struct Key: Hashable {
    /// The instructions, in ascending order.
    let instructions: [Int32]
    /// The class of the preceding scalar, or `none` at the beginning of a text.
    ///
    /// Without assertions, the class after a scalar is always `other`.
    let before: ScalarNeighbour
  }

  private let program: ExpressionProgram
  private var states: [State] = []
  private var numbers: [Key: Int32] = [:]
  private var kept = 0
  /// For each instruction, the last step that visited the instruction.
  private var visited: [Int]
  /// For each instruction, the last step that added the instruction to the next state.
  private var reached: [Int]
  private var step = 0
  /// The number of scalars and instructions that all matches have visited.
  private(set) var work = 0

  init(_ program: ExpressionProgram) {
    self.program = program
    visited = [Int](repeating: 0, count: program.instructions.count)
    reached = visited
  }

  /// Returns whether the program matches a whole text.
  ///
  /// - Complexity: O(t · i) at worst, and O(t) with known states, for a text of t scalars and a
  ///   program of i instructions.
  func matches(_ text: String) -> Bool {
    var state = number(of: Key(instructions: [0], before: .none))
    for scalar in text.unicodeScalars {
      work += 1
      state = next(state, scalar)
      if states[Int(state)].key.instructions.isEmpty { return false }
    }
    return advance(states[Int(state)].key, nil).matches
  }

  private func next(_ state: Int32, _ scalar: Unicode.Scalar) -> Int32 {
    let value = scalar.value
    if value < 128 {
      let known = states[Int(state)].ascii[Int(value)]
      if known >= 0 { return known }
    } else if let known = states[Int(state)].others[value] {
      return known
    }
    let instructions = advance(states[Int(state)].key, scalar).next
    let before = program.hasAssertions ? ScalarNeighbour(scalar) : .other
    let key = Key(instructions: instructions, before: before)
    let isNew = numbers[key] == nil
    if kept >= Self.mostKept || isNew && states.count >= Self.mostStates {
      forget()
      return number(of: key)
    }
    let next = number(of: key)
    if value < 128 {
      states[Int(state)].ascii[Int(value)] = next
    } else {
      states[Int(state)].others[value] = next
      kept += 1
    }
    return next
  }

  private func number(of key: Key) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(states.count)
    states.append(State(key: key))
    numbers[key] = number
    kept += key.instructions.count
    return number
  }

  private func forget() {
    states.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    kept = 0
  }

  /// Returns the instructions that follow if a state reads a scalar, or `nil` for the end of the
  /// text.
  ///
  /// - Returns: The next instructions, and whether the text matches at its end.
  private func advance(
    _ key: Key, _ scalar: Unicode.Scalar?
  ) -> (next: [Int32], matches: Bool) {
    step += 1
    var open = key.instructions
    var next: [Int32] = []
    var matches = false
    let after = program.hasAssertions ? ScalarNeighbour(scalar) : .other
    while let place = open.popLast() {
      let place = Int(place)
      if visited[place] == step { continue }
      visited[place] = step
      work += 1
      switch program.instructions[place] {
      case .take(let set):
        guard let scalar, reached[place + 1] != step, program.sets[set].contains(scalar) else {
          break
        }
        reached[place + 1] = step
        next.append(Int32(place + 1))
      case .check(let assertion):
        if assertion.holds(between: key.before, and: after) { open.append(Int32(place + 1)) }
      case .split(let a, let b):
        open.append(Int32(a))
        open.append(Int32(b))
      case .jump(let target): open.append(Int32(target))
      case .match: matches = scalar == nil
      }
    }
    next.sort()
    return (next, matches)
  }
}
