internal import ArgumentParser
internal import Foundation
internal import LodeStore

struct Readers: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the reader slots that other processes use.",
    discussion: """
      A reader of an old transaction prevents the file from reusing freed pages. --clear
      frees the slots of dead processes.

        lode readers shop.lode
        lode readers shop.lode --clear
      """)

  @OptionGroup var place: StoreArgument
  @Flag(help: "Free the slots of dead processes.") var clear = false
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let (readers, cleared) = try StoreLocation.read(place.store) { store in
      let cleared = clear ? try store.clearStaleReaders() : 0
      let own = ProcessInfo.processInfo.processIdentifier
      return (try store.readers().filter { $0.process != own }, cleared)
    }
    if output.json {
      for reader in readers {
        try console.print([
          "process": .int(Int(reader.process)),
          "transaction": reader.transaction.map(JSONValue.uint) ?? .null,
        ])
      }
      return
    }
    if clear { try console.print("cleared \(count(cleared, "dead reader"))") }
    if readers.isEmpty { return try console.print("no readers") }
    var table = TextTable([.number("PROCESS"), .number("TRANSACTION")])
    for reader in readers {
      table.add(String(reader.process), reader.transaction.map(String.init) ?? "-")
    }
    for line in table.lines { try console.print(line) }
  }
}
