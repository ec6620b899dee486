/// A compiled regular expression: the instructions of a nondeterministic automaton.
///
/// Source: Russ Cox, "Regular Expression Matching: the Virtual Machine Approach",
/// https://swtch.com/~rsc/regexp/regexp2.html.
struct ExpressionProgram {
  /// The maximum number of instructions, which limits the time for each scalar of a text.
  static let mostInstructions = 10_000

  enum Instruction {
    /// Consumes a scalar of the set at this index of `sets`.
    case take(Int)
    /// Continues if an assertion holds.
    case check(ExpressionAssertion)
    /// Continues at both instructions.
    case split(Int, Int)
    /// Continues at another instruction.
    case jump(Int)
    /// Accepts the text.
    case match
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var hasAssertions = false

  /// Compiles an expression.
  ///
  /// - Throws: ``ConditionError`` with `invalidExpression` if the program needs more than
  ///   ``mostInstructions``.
  init(_ node: ExpressionNode) throws(ConditionError) {
    try append(node)
    try append(.match)
  }

  private mutating func append(_ instruction: Instruction) throws(ConditionError) {
    guard instructions.count < Self.mostInstructions else {
      throw ConditionError(
        .invalidExpression, at: 0,
        "The regular expression expands to more than \(Self.mostInstructions) instructions; repeat less"
      )
    }
    instructions.append(instruction)
  }

  private mutating func append(_ node: ExpressionNode) throws(ConditionError) {
    switch node {
    case .set(let set):
      try append(.take(sets.count))
      sets.append(set)
    case .assertion(let assertion):
      hasAssertions = true
      try append(.check(assertion))
    case .sequence(let parts): for part in parts { try append(part) }
    case .either(let parts): try append(either: parts)
    case .repeated(let part, let least, let most):
      for _ in 0..<least {
        let start = instructions.count
        try append(part)
        if instructions.count == start { return }
      }
      if let most { try append(part, upTo: most - least) } else { try append(anyNumberOf: part) }
    }
  }

  private mutating func append(either parts: [ExpressionNode]) throws(ConditionError) {
    var jumps: [Int] = []
    for part in parts.dropLast() {
      let split = instructions.count
      try append(.split(split + 1, 0))
      try append(part)
      jumps.append(instructions.count)
      try append(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = parts.last { try append(last) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func append(anyNumberOf part: ExpressionNode) throws(ConditionError) {
    let split = instructions.count
    try append(.split(split + 1, 0))
    try append(part)
    try append(.jump(split))
    instructions[split] = .split(split + 1, instructions.count)
  }

  private mutating func append(
    _ part: ExpressionNode, upTo count: Int
  ) throws(ConditionError) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(instructions.count)
      try append(.split(instructions.count + 1, 0))
      try append(part)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}
