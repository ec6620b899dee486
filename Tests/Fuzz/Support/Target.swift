/// What each file of `Tests/Fuzz/Targets` declares, under the name of the file and `Target`.
protocol Target: SendableMetatype {
  /// Inputs to begin with.
  static func seeds() throws -> [[UInt8]]

  /// Words that libFuzzer puts into inputs, for what single bytes would hardly become.
  static var words: [String] { get }

  /// Reads the input in every way there is, and checks what must hold of the outcome.
  static func run(_ input: [UInt8])
}

extension Target {
  static var words: [String] { [] }
}

/// Ends the program, with what does not hold and the input, unless `condition` holds.
func require(_ condition: Bool, _ what: @autoclosure () -> String) {
  if !condition { fatalError("It does not hold: \(what())") }
}

/// The result of `body`, which must not fail.
func require<R>(_ what: @autoclosure () -> String, _ body: () throws -> R) -> R {
  do {
    return try body()
  } catch {
    fatalError("It does not hold: \(what()): \(error)")
  }
}

/// Cuts an input into its parts: each begins with its length, two bytes, and the last is what is
/// left.
func parts(of input: [UInt8], _ count: Int) -> [[UInt8]] {
  var parts: [[UInt8]] = []
  var rest = input[...]
  for _ in 1..<count {
    let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(2)
    parts.append(Array(rest.prefix(length)))
    rest = rest.dropFirst(length)
  }
  return parts + [Array(rest)]
}

/// The input that is cut into these parts.
func input(_ parts: [UInt8]...) -> [UInt8] {
  var input: [UInt8] = []
  for part in parts.dropLast() {
    input += [UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count)]
    input += part
  }
  return input + (parts.last ?? [])
}
