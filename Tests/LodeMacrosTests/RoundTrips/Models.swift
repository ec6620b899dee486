#if Macros
  public import Foundation
  public import Lode
  import LodeModels

  // Models as programs write them.

  /// A model that other modules see, with everything that properties can be.
  @Model("person", version: 2, was: ["Human"], timestamps: true)
  public struct Member: Equatable {
    /// The key.
    @Key public var id: UUID
    /// Where to write to.
    @Stored("mail", was: "email") public var address: String
    @Ignored var isSelected = false
    @Transformed(by: Cents.self) var fee: Money
    var nickname: String?
    var boss: Ref<Member>?
    var friends: [Ref<Member>] = []
    var home: Home?
    var mood: Mood = .calm(since: 1)
    var rank: Rank = .low

    /// Where a member lives.
    @Archivable
    public struct Home: Equatable { var street: String }

    enum Rank: Int, ArchivableValue { case low, high }

    @Archivable
    enum Mood: Equatable {
      case calm(since: Int)
      case angry(Rank?)
    }
  }

  @Model struct Reminder: Equatable { @Key(.sequence) var id = 0; var text: String }

  @Model
  struct SmallReminder {
    @Key(KeyGeneration.sequence) var newValue: UInt8 = 0
  }

  @Model struct WithInt64: Equatable { @Key let key: Int64 }
  @Model struct WithUInt64: Equatable { @Key let key: UInt64 }
  @Model struct WithText: Equatable { @Key(.given) var primaryKey: String }
  @Model struct WithData: Equatable { @Key let `default`: Data }
  @Model struct WithDate: Equatable { @Key let archive: Date }
  @Model struct WithRef: Equatable { @Key let note: Ref<Reminder> }

  @Model
  struct Ticket: Equatable {
    @Key var event: String
    @Stored("place", was: "seat") @Key var seat: Int
    var price = 0
  }

  /// A tuple in a tuple.
  @Model("check-in", timestamps: false, archive: "CheckedIn")
  struct CheckIn: Equatable {
    var gate: String?
    @Key var ticket: Ticket.PrimaryKey
    @Key var `default`: Bool
    @Key var buffer = 1.5
    @Key var reader: String
  }

  enum Shop {
    struct Number: Hashable, KeyElement, ArchivableValue, RawRepresentable {
      var rawValue: Int

      func encodeKeyElement(into buffer: inout KeyBuffer) {
        rawValue.encodeKeyElement(into: &buffer)
      }
      static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Number {
        Number(rawValue: try reader.read(Int.self))
      }
    }

    /// The type of its key stands beside it.
    @Model
    struct Order: Equatable {
      @Key var number: Number
      var lines: [Line] = []
    }

    @Model
    struct Line: Equatable {
      @Key var order: Number
      @Key var line: Int
      var previous: Ref<Line>?
      var count: Number = Number(rawValue: 1)
    }
  }

  public extension Member {
    @Model struct Badge: Equatable {
      /// The key.
      @Key public var colour: String
      /// Who wears it.
      public var holder: Ref<Member>
    }
  }

  private enum Secrets {
    @Model
    fileprivate struct Secret {
      @Key var name: String
      @Key var part: Int
    }
  }

  func secrets(in store: Store) throws -> [String] {
    try store.insert(Secrets.Secret(name: "x", part: 2))
    return try store.fetch(Secrets.Secret.self).map { "\($0.name) \($0.part)" }
  }

  @Model(timestamps: true)
  final class Station {
    @Key(.sequence) private(set) var number: Int
    var name: String
    weak var next: Station?

    init(_ name: String, number: Int = 0) {
      self.name = name
      self.number = number
    }
  }

  @Model
  final class Platform: Sendable {
    @Key let station: Int
    @Key let letter: String

    init(_ station: Int, _ letter: String) {
      self.station = station
      self.letter = letter
    }
  }
#endif
