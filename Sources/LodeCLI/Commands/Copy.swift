internal import ArgumentParser
internal import LodeStore

struct Copy: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copies a snapshot of a store while other programs use the store.",
    discussion: """
      The result is a complete, durable copy, or no copy at all. --compact leaves out free
      pages: the copy takes longer and is smaller.

        lode copy shop.lode backup.lode
        lode copy shop.lode backup.lode --compact
      """)

  @OptionGroup var place: StoreArgument
  @Argument(help: "The copy's directory.", completion: .directory) var target: String
  @Flag(help: "Leave out free pages.") var compact = false
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let progress = Progress("copying", on: console)
    let before = try StoreLocation.read(place.store) { store in
      try store.copy(to: target, compacting: compact)
      return try store.statistics().fileSize
    }
    let after = try StoreLocation.read(target) { try $0.statistics().fileSize }
    try output.json
      ? console.print([
        "fileBytes": .int(before), "copyBytes": .int(after), "seconds": .double(progress.seconds),
      ])
      : console.print(
        "copied \(size(before)) to \(target), \(size(after)), in \(duration(progress.seconds))")
  }
}
