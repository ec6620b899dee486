internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

/// The command-line tool `lode`, as a function.
///
/// ```swift
/// let status = LodeTool.run(["collections", "people.lode", "--json"], on: Console())
/// ```
public enum LodeTool {
  /// Runs a command line and returns the exit status.
  ///
  /// | Status | Meaning |
  /// |---|---|
  /// | 0 | The command succeeded, or the reader of the output closed the pipe. |
  /// | 1 | The command failed. |
  /// | 64 | The command line is wrong. |
  ///
  /// A failure writes one line to the error output: the problem and, in most cases, a remedy.
  ///
  /// - Parameters:
  ///   - arguments: The command line without the tool's name.
  ///   - console: The output, the error output, and the input of the command.
  /// - Complexity: O(k log n) for a command that reads or writes k of n rows. O(s) for `copy`,
  ///   `verify`, and other commands that read the whole file of s bytes.
  public static func run(_ arguments: [String], on console: Console) -> Int32 {
    status(of: Lode.self, on: console, report: { console.report(line: "lode: \($0)") }) {
      var command = try Lode.command(of: arguments)
      if let command = command as? any ConsoleCommand {
        try command.run(on: console)
      } else {
        try command.run()
      }
    }
  }

  /// Runs `body`, which parses and runs a command, and returns the exit status.
  ///
  /// The call prints the text of `--help`, of `--version`, and of completion scripts. `report` gets
  /// the message of a failure.
  static func status(
    of command: any ParsableCommand.Type, on console: Console, report: (String) -> Void,
    _ body: () throws -> Void
  ) -> Int32 {
    do {
      do {
        try body()
      } catch  where command.exitCode(for: error) == .success {
        try console.print(verbatim: command.fullMessage(for: error))
      }
      try console.flush()
      return 0
    } catch is ReaderGone {
      return 0
    } catch {
      // Writes the output that the command produced before the failure. If this write also fails,
      // the tool does not report the second error.
      try? console.flush()
      report(message(for: error, of: command))
      return command.exitCode(for: error) == .validationFailure ? 64 : 1
    }
  }

  /// Returns the message of an error; for a wrong command line, the message ends with a hint at
  /// `--help`.
  private static func message(
    for error: any Error, of command: any ParsableCommand.Type
  ) -> String {
    switch error {
    case let error as StoreError: return sentence(for: error)
    case let error as Failure: return error.description
    default: break
    }
    guard command.exitCode(for: error) == .validationFailure else { return "\(error)" }
    let hint = command.fullMessage(for: error).split(separator: "\n").last {
      $0.hasPrefix("  See '")
    }
    let help = hint.map { $0.trimmingPrefix(while: \.isWhitespace) } ?? "See '--help'."
    let message = command.message(for: error).split(whereSeparator: \.isWhitespace)
    return "\(message.joined(separator: " ")). \(help)"
  }

  /// Returns the message of a `StoreError`, adapted to the command line.
  private static func sentence(for error: StoreError) -> String {
    if let error = error.cause as? ConditionError {
      let position = error.offset.map { "At character \($0): " } ?? ""
      return position + error.message + (error.message.last == "?" ? "" : ".")
    }
    switch error.code {
    case .notFound:
      return
        "There is no store at \"\(error.context)\". Check the path, or create the store with import, put, or load."
    case .duplicateKey, .revisionConflict, .keysOutOfOrder, .mapFull, .tablesFull, .readOnly:
      return error.description.replacing("`", with: "")
    default: return error.description
    }
  }
}

/// The root command, `lode`.
struct Lode: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lode",
    abstract: "Inspects, fills, checks, and copies Lode stores.",
    discussion: """
      A store is a directory. A store holds collections, and a collection holds rows: a key
      and a value each.

        lode import shop.lode orders orders.jsonl --key id
        lode get shop.lode orders 42
        lode scan shop.lode orders --from 40 --limit 10
        lode query shop.lode orders "total > 100 ORDER BY date DESC LIMIT 10"
        lode search shop.lode orders "gift NOT wrapped" --limit 5
        lode dump shop.lode | lode load copy.lode -

      KEY is a word, a number, or a key in JSON: bash, 42, '["Oslo",42]',
      '{"uuid":"..."}'. A word is a string. Write a string that looks like a number or
      like JSON in quotes: '"42"'.

      Every command accepts --json. The exit status is 0 after success, 1 after a failure,
      and 64 for wrong usage. 'lode --generate-completion-script bash' (or zsh, fish)
      prints a script for your shell's completions.
      """,
    version: "lode 0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Rows:",
        subcommands: [
          Get.self, Put.self, Update.self, Delete.self, Keys.self, Scan.self, Query.self,
          Search.self,
        ]),
      CommandGroup(
        name: "Collections:",
        subcommands: [
          Collections.self, Partitions.self, Indexes.self, Import.self, Export.self,
        ]),
      CommandGroup(
        name: "Stores:",
        subcommands: [
          Stats.self, Schema.self, Changes.self, Verify.self, Repair.self, Salvage.self, Copy.self,
          Dump.self,
          Load.self, Readers.self,
          Train.self, Recompress.self,
        ]),
    ])
}
