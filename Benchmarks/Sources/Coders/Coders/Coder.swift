/// A way to turn values of one type into bytes and back.
///
/// The loops over the values are inside, where the types are known: nothing between the clock and
/// the coder costs per value.
public struct Coder {
  /// Who it is.
  public let entrant: CoderName
  /// How many bytes all values take together.
  public let byteCount: Int
  /// Encodes each value, keeps nothing, and returns how many bytes that were.
  public let encode: () throws -> Int
  /// Decodes each value and returns the sum of their `number`.
  public let decode: () throws -> Int
  /// Decodes each value and counts those that are what they were.
  public let countEqual: () throws -> Int
  /// Reads single fields; `nil` for those who cannot.
  public let fields: FieldCoder?
}

/// Ways to read one field of each value alone; `nil` is what cannot be done.
public struct FieldCoder {
  /// Reads the `number` as a field of the type, and returns the sum.
  public let number: () throws -> Int
  /// Reads it by its name, without the type.
  public var numberByPath: (() throws -> Int)?
  /// Reads the `text` as a field of the type, and returns how many bytes they have in all.
  public var text: (() throws -> Int)?
  /// Reads it by its name, without the type.
  public var textByPath: (() throws -> Int)?
}

/// Who takes part, in the order of the report; the first is the floor.
public enum CoderName: String, CaseIterable, Sendable {
  /// A C struct, copied.
  case floor = "c-struct"
  /// Archives as a store has them.
  case stored = "lode"
  /// Archives with their schemas in them.
  case selfContained = "lode-alone"
  /// Archives as a store has them, of a type that is only Codable.
  case codable = "lode-codable"
  /// Foundation's JSON.
  case json
  /// Foundation's binary property lists.
  case propertyList = "plist"

  /// What it is.
  public var about: String {
    switch self {
    case .floor: "a C struct and its texts, copied by memcpy: no names, no checks, no schema"
    case .stored: "archives as a store keeps them: schemas by number"
    case .selfContained: "archives that carry their schemas and a checksum"
    case .codable: "as lode, through the type's Codable"
    case .json: "JSONEncoder and JSONDecoder, made once"
    case .propertyList: "PropertyListEncoder and PropertyListDecoder, binary, made once"
    }
  }
}

/// Values of one type, and how each coder does with them.
public struct SampleSet {
  /// What they are called in the report.
  public let name: String
  /// How many.
  public let count: Int
  /// The sum of their `number`.
  public let sum: Int
  /// How many bytes their `text` has in all.
  public let textSize: Int
  /// All coders, each with its bytes made.
  public let coders: [Coder]

  private init<T: Sample>(_ name: String, _ values: [T], _ coders: [Coder]) {
    self.name = name
    count = values.count
    sum = values.reduce(0) { $0 &+ $1.number }
    textSize = values.reduce(0) { $0 &+ $1.text.utf8.count }
    self.coders = coders
  }

  // One initializer a type, so that the coders are compiled for it as they are in a program.

  /// Structs of twelve properties.
  public static func accounts(_ count: Int) throws -> SampleSet {
    let values = Account.samples(count)
    return SampleSet("12 properties", values, try allCoders(of: values))
  }

  /// Structs of ten properties.
  public static func persons(_ count: Int) throws -> SampleSet {
    let values = Person.samples(count)
    return SampleSet("person", values, try allCoders(of: values))
  }

  /// Records of a package index.
  public static func packages(_ values: [PackageRecord]) throws -> SampleSet {
    SampleSet("package record", values, try allCoders(of: values))
  }
}

private func allCoders<T: Sample>(of values: [T]) throws -> [Coder] {
  [
    try floorCoder(values), try storedCoder(values), try selfContainedCoder(values),
    try codableCoder(values), try jsonCoder(values), try propertyListCoder(values),
  ]
}
