import LodeCoding
import LodeStore
import LodeTestSupport

/// One step of a transaction, for the store and for its model.
enum PlanStep {
  case put(String, RowKey, [UInt8], metadata: [UInt8]?)
  case delete(String, RowKey)
  /// Adds one to the number of the transactions so far.
  case count
  case declare(String)
  case rename(String, String)
  case drop(String)
  case clear(String)
}

/// What transaction `n` does; it depends on the seed and on `n` alone.
///
/// Rows are put, overwritten and deleted in three collections: short keys; keys longer than LMDB
/// takes, some with a common head; values that need pages of their own. Other collections come and
/// go. Half of the values are text, which is stored compressed, with a dictionary once there is
/// one; the others do not become shorter.
struct Plan {
  static let counterCollection = "meta"
  static let counterKey = "n"

  /// The collection for which dictionaries are trained, before some of the transactions.
  static let trainedCollection = "rec"

  let number: Int
  /// Whether a dictionary is trained before it.
  var trains: Bool { number % 40 == 12 }
  private var random: SeededGenerator
  private(set) var steps: [PlanStep] = []

  init(seed: UInt64, number: Int) {
    self.number = number
    random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(number) &* 0xC2B2_AE3D_27D4_EB4F)
    addRows()
    addCollections()
    steps.append(.count)
  }

  private mutating func addRows() {
    for _ in 0..<Int.random(in: 3...8, using: &random) {
      let metadata = Int.random(in: 0..<5, using: &random) == 0 ? bytes(5...60) : nil
      steps.append(.put("rec", shortKey(), value(10...400), metadata: metadata))
    }
    for _ in 0..<3 { steps.append(.delete("rec", shortKey())) }
    if number % 3 == 0 { steps.append(.put("long", longKey(), value(1...300), metadata: nil)) }
    if number % 5 == 0 { steps.append(.delete("long", longKey())) }
    if number % 4 == 1 { steps.append(.put("big", bigKey(), value(3000...14000), metadata: nil)) }
    if number % 8 == 3 { steps.append(.delete("big", bigKey())) }
  }

  /// A collection is made in every tenth transaction, renamed three later, then dropped or emptied.
  private mutating func addCollections() {
    let decade = number / 10 * 10
    switch number % 20 {
    case 3, 13:
      for _ in 0..<4 {
        steps.append(.put("temp.\(decade)", shortKey(), value(10...200), metadata: nil))
      }
    case 6, 16:
      steps.append(.rename("temp.\(decade)", "moved.\(decade)"))
    case 9:
      steps.append(.drop("moved.\(decade)"))
    case 19:
      steps.append(.declare("moved.\(decade)"))
      steps.append(.clear("moved.\(decade)"))
    case 5 where number > 20:
      steps.append(.drop("moved.\(decade - 10)"))
    default: break
    }
  }

  private mutating func shortKey() -> RowKey {
    RowKey(encoding: Int.random(in: 0..<200, using: &random))
  }

  private mutating func longKey() -> RowKey {
    let index = Int.random(in: 0..<30, using: &random)
    // Every third key begins as its neighbours do, for longer than a table's key can tell.
    let head = String(repeating: Character("h"), count: index % 3 == 0 ? 600 : 300 + index)
    return RowKey(encoding: head + "\(index)" + String(repeating: Character("t"), count: 240))
  }

  private mutating func bigKey() -> RowKey {
    RowKey(encoding: "big \(Int.random(in: 0..<6, using: &random))")
  }

  private mutating func value(_ lengths: ClosedRange<Int>) -> [UInt8] {
    Bool.random(using: &random) ? bytes(lengths) : text(lengths)
  }

  private mutating func text(_ lengths: ClosedRange<Int>) -> [UInt8] {
    let length = Int.random(in: lengths, using: &random)
    var text = ""
    while text.utf8.count < length {
      let state = ["waiting", "running", "finished"].randomElement(using: &random) ?? ""
      let place = Int.random(in: 0..<1000, using: &random)
      text += #"{"identifier":\#(place),"state":"\#(state)","owner":"somebody"}"#
    }
    return Array(text.utf8.prefix(length))
  }

  private mutating func bytes(_ lengths: ClosedRange<Int>) -> [UInt8] {
    var state = random.next()
    return (0..<Int.random(in: lengths, using: &random)).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}

extension RowKey {
  /// The key as a collection will hold it.
  init(encoding key: some KeyConvertible) {
    let buffer = KeyBuffer(key)
    self.init(bytes: buffer.bytes.copied(), format: key.keyFormat)
  }
}
