internal import ArgumentParser
internal import Foundation
internal import LodeCoding
internal import LodeStore

struct Changes: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the change log of a store, or sets its size.",
    discussion: """
      A store has a change log if a program opened the store with a history, or after
      --keep. Each line is a JSON object: revision, collection, key, and operation, which
      is insert, update, delete, or clear. A line with the operation gap stands for
      changes that are not in the log.

        lode changes shop.lode --keep 64MiB
        lode changes shop.lode
        lode changes shop.lode --since 1200 --follow
        lode changes shop.lode --keep off
      """)

  @OptionGroup var place: StoreArgument
  @Option(help: "Print the changes after this revision; by default, all changes in the log.")
  var since: UInt64?
  @Flag(help: "Wait for further changes, until the command is interrupted.") var follow = false
  @Flag(
    help: """
      Print the values before and after each change, if the log has them. With --keep, keep
      them in the log.
      """)
  var images = false
  @Option(help: "Set the size of the log, such as 500kB or 64MiB, or off.") var keep: KeptHistory?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if keep != nil, since != nil || follow {
      throw ValidationError("--keep cannot be combined with --since or --follow.")
    }
  }

  func run(on console: Console) throws {
    if let keep { return try set(keep, on: console) }
    try StoreLocation.read(place.store) { store in
      var position = ChangePosition(revision: try since ?? start(of: store))
      while true {
        let events = try store.events(after: position)
        for event in events { try print(event, of: store, on: console) }
        if let last = events.last {
          position = last.position
        } else if follow {
          try console.flush()
          Thread.sleep(forTimeInterval: 0.1)
        } else {
          return
        }
      }
    }
  }

  /// Returns the revision before the oldest record of the log.
  private func start(of store: Store) throws -> UInt64 {
    try store.statistics().history.revisions.map { $0.lowerBound - 1 } ?? 0
  }

  private func set(_ keep: KeptHistory, on console: Console) throws {
    // The other limits of the log stay.
    let old = try StoreLocation.read(place.store) { try $0.statistics().history.policy.limits }
    let policy = keep.bytes.map {
      HistoryPolicy.keep(
        bytes: $0, revisions: old?.revisions, age: old?.age,
        images: images || old?.hasImages == true)
    }
    try StoreLocation.setHistory(policy ?? .off, of: place.store)
    let text = keep.bytes.map { "the change log keeps \(size($0))" } ?? "the change log is off"
    if output.json {
      try console.print(["bytes": keep.bytes.map(JSONValue.int) ?? .null])
    } else {
      try console.print(text)
    }
  }

  private func print(_ event: ChangeEvent, of store: Store, on console: Console) throws {
    switch event {
    case .gap(let gap):
      try console.print([
        "revision": .uint(gap.next.revision), "operation": .string("gap"),
        "after": .uint(gap.last.revision),
      ])
    case .changes(let changes):
      let printer = ChangePrinter(changes, images: images, console)
      try store.read { transaction in
        for (name, changes) in changes.collections.sorted(by: { $0.key < $1.key }) {
          try printer.print(changes, of: transaction[name], named: name)
        }
      }
    }
  }
}

/// The argument of `--keep`: a size in bytes, or `off`.
struct KeptHistory: ExpressibleByArgument {
  /// The size in bytes; `nil` for `off`.
  let bytes: Int?

  private static let units = [
    "": 1, "B": 1, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000, "KiB": 1 << 10,
    "MiB": 1 << 20, "GiB": 1 << 30,
  ]

  init?(argument: String) {
    if argument == "off" {
      bytes = nil
      return
    }
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0,
      let unit = Self.units[String(argument.dropFirst(digits.count))]
    else { return nil }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit)
    if isTooLarge { return nil }
    bytes = product
  }
}

/// Prints the changes of one write as lines of JSON.
private struct ChangePrinter {
  private let changes: ChangeSet
  private let hasImages: Bool
  private let console: Console

  init(_ changes: ChangeSet, images: Bool, _ console: Console) {
    (self.changes, hasImages, self.console) = (changes, images, console)
  }

  func print(
    _ changes: CollectionChanges, of collection: CollectionReader, named name: String
  ) throws {
    if changes.cleared { try print("clear", nil, name, nil, nil) }
    let steps = [
      ("delete", changes.deleted), ("insert", changes.inserted), ("update", changes.updated),
    ]
    for (operation, keys) in steps {
      for key in keys {
        let (old, new) = (changes.oldRows[key], changes.newRows[key])
        try print(
          operation, key, name, old.map { try collection.valueText($0.bytes.span, $0.type) },
          new.map { try collection.valueText($0.bytes.span, $0.type) })
      }
    }
  }

  private func print(
    _ operation: String, _ key: RowKey?, _ name: String, _ old: String?, _ new: String?
  ) throws {
    var members: [(String, JSONValue)] = [
      ("revision", .uint(changes.revision)), ("collection", .string(name)),
    ]
    if let key { members.append(("key", .json(key.description))) }
    members.append(("operation", .string(operation)))
    if let userInfo = changes.userInfo { members.append(("userInfo", .string(userInfo))) }
    if hasImages {
      if let old { members.append(("old", .json(old))) }
      if let new { members.append(("new", .json(new))) }
    }
    try console.print(.object(members))
  }
}
