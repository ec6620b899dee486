import Foundation
import LodeCoding

/// Objects with more fields than their type has: from archives, and set by extensions.
enum ExtensionsTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    var pet = Pet()
    set(0..<UInt8(fields.count), in: &pet.extensions)
    var new = NewPet()
    new.home = Address("Kennel", 1)
    new.extensions = pet.extensions
    let archives = try [
      Archiver.archive(pet), Archiver.archive(Pet()), Archiver.archive(OldPet()),
      Archiver.archive(new), Archiver.archive(NewPet()), Archiver.archive([pet, Pet()]),
    ]
    return archives.map { [0] + ArchiveInputs.input($0) }
      + [[1, 0, 1, 2, 3, 4, 5, 6, 7], [1, 0, 0x80, 1, 0x10, 0x21, 0x81]]
  }

  static func run(_ input: [UInt8]) {
    guard let form = input.first else { return }
    let rest = Array(input.dropFirst())
    switch form {
    case 0:
      let bytes = ArchiveInputs.selfContained(rest)
      read(Pet.self, bytes) { keepsGroups($0, $1) }
      read(OldPet.self, bytes) { _, _ in }
      read(NewPet.self, bytes) { keepsGroups($0, $1) }
      read([Pet].self, bytes) { _, _ in }
    case 1: runSetting(rest)
    default: break
    }
  }

  // Archives.

  private static func read<T: ArchivableValue & Hashable>(
    _ type: T.Type, _ bytes: [UInt8], _ check: (Archive, Archive) -> Void
  ) {
    let read = ArchiveInputs.unlessRefused(bytes.count) {
      try Unarchiver.unarchive(type, from: bytes)
    }
    guard let value = read else { return }
    let again = again(value)
    require(archive(again) == archive(value), "\(again) is \(value)")
    if let untyped = ArchiveInputs.unlessRefused(bytes.count, { try Archive(bytes.span) }) {
      check(archive(again), untyped)
    }
  }

  /// Values that extensions of a type set remain after another round.
  private static func keepsGroups(_ again: Archive, _ archive: Archive) {
    guard case .object(let object) = archive.root, case .object(let kept) = again.root else {
      return
    }
    for group in object.extensions ?? [] where !group.label.isEmpty && !group.fields.isEmpty {
      var sorted = group
      sorted.fields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      require(
        kept.extensions?.contains(sorted) == true,
        "\(group.label) is kept in \(archive), not \(again)")
    }
  }

  private static func again<T: ArchivableValue>(_ value: T) -> T {
    require("what was written is read: \(value)") {
      try Unarchiver.unarchive(T.self, from: Archiver.archive(value))
    }
  }

  private static func archive<T: ArchivableValue>(_ value: T) -> Archive {
    require("what was read is written: \(value)") { try Archive(archiving: value) }
  }

  // Setting.

  /// A field of an extension, and what it is set to.
  private struct Setting: Sendable {
    /// Label and name, as bytes: `é` is another name than its two scalars.
    let path: [[UInt8]]
    let set: @Sendable (inout ArchiveExtensions, Bool) -> Void
    let holds: @Sendable (ArchiveExtensions) -> Bool

    init<T: ArchivableValue & Equatable & Sendable>(_ label: String, _ name: String, _ value: T) {
      let field = ArchiveExtensionField<T>(label, name)
      path = [Array(label.utf8), Array(name.utf8)]
      set = { $0[field] = $1 ? value : nil }
      holds = { $0[field] == value }
    }
  }

  private static let fields = [
    Setting("A", "n", 5), Setting("A", "n", "text"), Setting("", "age", Int32(3)),
    Setting("B", "", [Address("Way", 7)]), Setting("\u{E9}", "n", Int?.none),
    Setting("e\u{301}", "n", 1.5), Setting("A", "\u{E9}", Address("Lane", 1)),
    Setting("A", "e\u{301}", ["k": ArchiveValue.set([1, "x"])]),
  ]

  private static func set(_ steps: some Sequence<UInt8>, in extensions: inout ArchiveExtensions) {
    for step in steps where Int(step & 0x7F) < fields.count {
      fields[Int(step & 0x7F)].set(&extensions, step < 0x80)
    }
  }

  /// Sets and removes fields in any order: the last one of each name remains, also after archiving.
  private static func runSetting(_ steps: [UInt8]) {
    var last: [[[UInt8]]: Setting] = [:]
    var pet = Pet()
    for step in steps where Int(step & 0x7F) < fields.count {
      let field = fields[Int(step & 0x7F)]
      last[field.path] = step < 0x80 ? field : nil
      set(CollectionOfOne(step), in: &pet.extensions)
    }
    let again = again(pet)
    require(again == pet, "\(again) is \(pet)")
    for extensions in [pet.extensions, again.extensions] {
      require(extensions.isEmpty == last.isEmpty, "\(extensions) has \(last.count) fields")
      for field in last.values { require(field.holds(extensions), "\(field.path) is there") }
    }
    let ordered = last.values.sorted { $0.path.description < $1.path.description }
    var other = Pet()
    for field in ordered { field.set(&other.extensions, true) }
    require(other == pet, "the order does not count: \(other) and \(pet)")
  }
}
