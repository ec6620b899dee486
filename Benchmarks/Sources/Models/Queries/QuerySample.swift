public import Coders
internal import ModelPeers

/// What queries ask of an object, whatever its type.
public enum QueryField: CaseIterable, Sendable {
  /// A text that many objects share; indexed from the beginning.
  case many
  /// An integer that many objects share, and that is changed; indexed from the beginning.
  case second
  /// A text that next to no two objects share; indexed later.
  case one
  /// A number that few objects share; indexed later.
  case order
  /// An integer without an index, at least until it has been asked for.
  case scanned
}

/// A value that is asked for.
public enum QueryValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// An integer.
  case integer(Int)
  /// A number with a fraction.
  case real(Double)

  /// The number that it is; 0 for a text.
  var number: Double {
    switch self {
    case .text: 0
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }
}

/// An object that is asked for by what is in it.
public protocol QuerySample: ModelSample {
  /// The name of a field, in archives and in SQL.
  static func name(of field: QueryField) -> String
  /// The number of C's column of a field.
  static func column(of field: QueryField) -> Int
  /// How far apart the ends of a range of ``QueryField/second`` are.
  static var span: Int { get }
  /// What the object has in a field.
  func value(of field: QueryField) -> QueryValue?
  /// Changes what the object has in ``QueryField/second``.
  mutating func setSecond(_ number: Int)
}

extension Citizen: QuerySample {
  /// Ten of seventy ages.
  public static let span = 9

  /// City, age, email, income, visits.
  public static func name(of field: QueryField) -> String {
    switch field {
    case .many: "city"
    case .second: "age"
    case .one: "email"
    case .order: "income"
    case .scanned: "visits"
    }
  }

  /// Their columns.
  public static func column(of field: QueryField) -> Int {
    switch field {
    case .many: 2
    case .second: 3
    case .one: 1
    case .order: 5
    case .scanned: 6
    }
  }

  /// What the person has in a field.
  public func value(of field: QueryField) -> QueryValue? {
    switch field {
    case .many: .text(city)
    case .second: .integer(age)
    case .one: .text(email)
    case .order: .real(income)
    case .scanned: .integer(Int(visits))
    }
  }

  /// Changes the age.
  public mutating func setSecond(_ number: Int) { age = number }
}

extension PackageRecord: QuerySample {
  /// A hundred kilobytes.
  public static let span = 100

  /// Section, installed size, checksum, size, size.
  public static func name(of field: QueryField) -> String {
    switch field {
    case .many: "section"
    case .second: "installedSize"
    case .one: "sha256"
    case .order, .scanned: "size"
    }
  }

  /// Their columns.
  public static func column(of field: QueryField) -> Int {
    switch field {
    case .many: 2
    case .second: 7
    case .one: 11
    case .order, .scanned: 6
    }
  }

  /// What the package has in a field.
  public func value(of field: QueryField) -> QueryValue? {
    switch field {
    case .many: .text(section)
    case .second: installedSize.map { .integer($0) }
    case .one: sha256.map { .text($0) }
    case .order, .scanned: .integer(size)
    }
  }

  /// Changes the installed size.
  public mutating func setSecond(_ number: Int) { installedSize = number }
}
