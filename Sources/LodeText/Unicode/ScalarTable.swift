/// A table of the entries of all scalars.
///
/// The table has pages of 128 entries, and stores equal pages once.
struct ScalarTable: Sendable {
  private static let pageBits: UInt32 = 7
  private static let pageSize = 1 << 7
  private static let scalarCount = 0x11_0000

  private var pages: [UInt16]
  private var entries: [ScalarEntry]

  /// The table that folds case and keeps marks.
  static let keepingMarks = ScalarTable(.keep)
  /// The table that folds case, and removes the mark of letters with one mark.
  static let droppingOneMark = ScalarTable(.simple)
  /// The table that folds case, and removes all marks of letters.
  static let droppingAllMarks = ScalarTable(.all)

  static func table(_ diacritics: TokenizerChoice.Diacritics) -> ScalarTable {
    switch diacritics {
    case .keep: keepingMarks
    case .simple: droppingOneMark
    case .all: droppingAllMarks
    }
  }

  /// Returns the entry of a scalar.
  @inline(__always)
  subscript(scalar: UInt32) -> ScalarEntry {
    let page = Int(pages[Int(scalar >> Self.pageBits)])
    return entries[page << Int(Self.pageBits) | Int(scalar) & (Self.pageSize - 1)]
  }

  /// The number of distinct pages.
  var pageCount: Int { entries.count / Self.pageSize }

  private init(_ diacritics: TokenizerChoice.Diacritics) {
    self.init(Self.entries(diacritics))
  }

  private init(_ all: [ScalarEntry]) {
    pages = []
    entries = []
    var known: [ArraySlice<ScalarEntry>: UInt16] = [:]
    for start in stride(from: 0, to: Self.scalarCount, by: Self.pageSize) {
      let page = all[start..<start + Self.pageSize]
      let number = known[page] ?? UInt16(entries.count / Self.pageSize)
      if known.updateValue(number, forKey: page) == nil { entries.append(contentsOf: page) }
      pages.append(number)
    }
  }

  private static func entries(_ diacritics: TokenizerChoice.Diacritics) -> [ScalarEntry] {
    var entries = [ScalarEntry](repeating: ScalarEntry(), count: scalarCount)
    for range in ScalarFacts.separators {
      for scalar in range { entries[Int(scalar)].set(.separator) }
    }
    var folded = ScalarFacts.lowercase
    for (scalar, other) in ScalarFacts.lowercase {
      folded[scalar] = stripped(other, diacritics) ?? other
    }
    for strip in diacritics.stripped {
      for (scalar, letter) in strip where folded[scalar] == nil { folded[scalar] = letter }
    }
    for (scalar, other) in folded { entries[Int(scalar)].set(scalar, folded: other) }
    for range in ScalarFacts.marks {
      for scalar in range {
        entries[Int(scalar)].set(diacritics == .keep ? .keptMark : .droppedMark)
      }
    }
    for range in ScalarFacts.cjk {
      for scalar in range where entries[Int(scalar)].isLetter { entries[Int(scalar)].setCJK() }
    }
    for mark in Composition.marks { entries[Int(mark)].setComposing() }
    return entries
  }

  private static func stripped(
    _ scalar: UInt32, _ diacritics: TokenizerChoice.Diacritics
  ) -> UInt32? {
    diacritics.stripped.lazy.compactMap { $0[scalar] }.first
  }
}

extension TokenizerChoice.Diacritics {
  /// The mappings from letters with marks to their base letters.
  fileprivate var stripped: [[UInt32: UInt32]] {
    switch self {
    case .keep: []
    case .simple: [ScalarFacts.withoutOneMark]
    case .all: [ScalarFacts.withoutOneMark, ScalarFacts.withoutMoreMarks]
    }
  }
}
