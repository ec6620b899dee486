import Foundation
import LodeCoding

// Types of a program that the tool does not have, one of each kind.

struct Address: Archivable {
  var street: String
  var number: Int32?
  static let archiveSchema = ArchiveSchema(
    "Address", version: 2,
    fields: [.init("street", String.self), .init("number", Int32?.self)])

  init(_ street: String, number: Int32?) {
    self.street = street
    self.number = number
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(street)
    try archive.encode(number)
  }

  init(from archive: inout ArchiveReader) throws {
    street = try archive.decode(0)
    number = try archive.decode(1)
  }
}

enum Expression: ArchivableEnum {
  case number(Double)
  indirect case not(Expression)

  static let archiveSchemas = [
    ArchiveSchema(enum: "Expression", case: "number", fields: [.init("_0", Double.self)]),
    ArchiveSchema(enum: "Expression", case: "not", fields: [.init("_0", Expression.self)]),
  ]

  var archiveCase: Int {
    switch self {
    case .number: 0
    case .not: 1
    }
  }

  func encode(to archive: inout ArchiveWriter) throws {
    switch self {
    case .number(let value): try archive.encode(value)
    case .not(let inner): try archive.encode(inner)
    }
  }

  init(from archive: inout ArchiveReader) throws {
    switch try archive.enterCase(of: Expression.self) {
    case 0: self = .number(try archive.decode(0))
    default: self = .not(try archive.decode(0))
    }
  }
}

/// A class whose instances may refer to each other in circles.
class Employee: ArchivableClass {
  var name: String
  var friend: Employee?

  class var archiveSchema: ArchiveSchema { employeeSchema }
  private static let employeeSchema = ArchiveSchema(
    class: "Employee", version: 3,
    fields: [.init("name", String.self), .init("friend", Employee?.self)])

  init(_ name: String) { self.name = name }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.beginLevel(Employee.employeeSchema)
    try archive.encode(name)
    try archive.encodeReference(friend)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Employee.employeeSchema)
    name = try archive.decode(0)
    archive.register(self)
    try archive.decodeReference(1, as: Employee.self) { self.friend = $0 }
  }
}

final class Manager: Employee {
  var level = 1

  override class var archiveSchema: ArchiveSchema { managerSchema }
  private static let managerSchema = ArchiveSchema(
    class: "Manager", superclass: "Employee", fields: [.init("level", Int.self)])

  override init(_ name: String) { super.init(name) }

  override func encode(to archive: inout ArchiveWriter) throws {
    try super.encode(to: &archive)
    try archive.beginLevel(Manager.managerSchema)
    try archive.encode(level)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Manager.managerSchema)
    level = try archive.decode(0)
    try super.init(from: &archive)
  }
}

/// A type that is only Codable, and has another shape when it leaves something out.
struct Settings: Codable {
  var theme: String?
  var sizes: [String: Double]

  enum CodingKeys: CodingKey { case theme, sizes }

  init(theme: String? = nil, sizes: [String: Double] = [:]) {
    self.theme = theme
    self.sizes = sizes
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let theme { try container.encode(theme, forKey: .theme) }
    try container.encode(sizes, forKey: .sizes)
  }
}
