#if Macros
  public import Foundation
  public import Lode
  import LodeCoding

  // Structs and enums as programs write them, with what is awkward about them.

  /// A person.
  @Archivable(version: 2)
  public struct Person: Equatable {
    /// The number.
    public let id: UUID
    /// Where to write to.
    @Stored("mail", was: "email") public var address: String
    /// In years.
    public var age = 18
    var nickname: String?
    private var secret: Secret = .open
    let kind = "person"
    @Ignored var isSelected = false
    @Ignored var completion: Callback?
    var tags: [String] = [] { didSet { isSelected = true } }
    var home: Home?
    var archive: String = "none"
    var `default` = true, a, b: Double

    private enum Secret: String, ArchivableValue { case open, closed }
    struct Callback: Equatable {}

    @Archivable
    struct Home: Equatable, Codable {
      var street: String
      var number: Int32?
      var isLit: Bool { number != nil }
    }

    init(id: UUID, address: String, a: Double, b: Double) {
      (self.id, self.address, self.a, self.b) = (id, address, a, b)
    }

    mutating func close() { secret = .closed }
  }

  struct Money: Equatable { var cents: Int }

  /// A type that conforms only to `Codable`.
  struct Paint: Equatable, Codable { var red: Int }

  @Archivable
  struct Wall: Equatable {
    @Stored("colour") var paint: Paint
    @Stored("edge", was: "border") var trim: Paint = Paint(red: 1)
  }

  enum Cents: ArchiveTransform {
    static func stored(from value: Money) -> Int { value.cents }
    static func value(from stored: Int) throws -> Money {
      guard stored >= 0 else { throw NegativeMoney() }
      return Money(cents: stored)
    }
    struct NegativeMoney: Error {}
  }

  enum Pair: ArchiveTransform {
    static func stored(from value: (Int, Int)?) -> [Int] { value.map { [$0.0, $0.1] } ?? [] }
    static func value(from stored: [Int]) -> (Int, Int)? {
      stored.count == 2 ? (stored[0], stored[1]) : nil
    }
  }

  @Archivable
  struct Item {
    @Transformed(by: Cents.self) var price: Money
    @Transformed(by: Cents.self) var tax = Money(cents: 7)
    @Transformed(by: Pair.self) var range: (Int, Int)?
  }

  @propertyWrapper
  struct Clamped: Equatable {
    var wrappedValue: Int { didSet { wrappedValue = min(wrappedValue, 10) } }
    init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 10) }
  }

  @Archivable
  struct Dial: Equatable {
    @Clamped var value: Int
    @Clamped var limit: Int = 5
  }

  @Archivable
  struct Box<Content: ArchivableValue & Equatable>: Equatable {
    var content: Content
    var other: Content?

    @Archivable
    struct Lid: Equatable {
      var colour: Colour
      var inside: [Content]
    }
  }

  private struct Hidden {
    @Archivable
    fileprivate struct Inner: Equatable {
      fileprivate var x: Int
    }
  }

  func archivesOfHidden() throws -> Bool {
    let value = Hidden.Inner(x: 5)
    return try Unarchiver.unarchive(Hidden.Inner.self, from: Archiver.archive(value)) == value
  }

  enum Drawer {
    @Archivable
    struct Size: Equatable { var width = 1 }

    enum Doubled: ArchiveTransform {
      static func stored(from value: Int) -> Int { value * 2 }
      static func value(from stored: Int) -> Int { stored / 2 }
    }

    /// Everything that it names stands beside it.
    @Archivable
    struct Sock: Equatable {
      var size = 40
      var cut: Size = Size(width: 4)
      var spare: Size? = Size(width: 5)
      @Transformed(by: Doubled.self) var pairs: Int = 2
      var kind: Kind

      @Archivable
      enum Kind: Equatable { case short, long(Size) }
    }
  }

  @Archivable
  enum Colour: String { case red, green }

  @Archivable
  indirect enum Shape: Equatable {
    case empty
    case circle(radius: Double, Colour? = nil)
    case group([Shape], in: Int, archive: String)
    @Stored("round") case dot(Int)
  }

  @Archivable
  enum Direction { case up, down }

  @Archivable
  enum Only: Equatable { case one(Int) }

  @Archivable
  enum Either<Left: ArchivableValue & Equatable, Right: ArchivableValue & Equatable>: Equatable {
    case left(Left), right(Right)
  }

  @Archivable
  struct Nothing: Equatable {}
#endif
