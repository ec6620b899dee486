internal import BenchHarness

/// What the command line asks for.
struct Options {
  static let usage = """
    Measures Lode beside SQLite in C, GRDB and LMDB in C, checks their answers, and reports.

    USAGE: Benchmarks/run [options]

      --all               Every benchmark, in twelve minutes and the build; `--all --help` has its options.
      --full              Every benchmark at large sizes.
      --smoke             Tiny sizes, without GRDB: whether everything works.
      --only <workload>   insert, get, query, scan, search, commit or tour; may be repeated.
      --rounds <1...9>    Interleaved rounds of each measure.
      --directory <path>  Where the stores are put while they are measured.
      --output <path>     Where results.json and report.html are written.
      --help              This text.
    """

  var help = false
  var smoke = false
  var only: [String] = []
  var rounds: Int?
  var directory: String?
  var output = "Benchmarks/Results"
  var descriptions: String?
  var commit = "unknown"
  var swiftVersion = "unknown"

  init(_ arguments: some Sequence<String>) throws {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      func value() throws -> String {
        guard let value = rest.next() else { throw BenchFailure("\(name) needs a value.") }
        return value
      }
      switch name {
      case "--help", "-h": help = true
      case "--smoke": smoke = true
      case "--only": only.append(try value())
      case "--directory": directory = try value()
      case "--output": output = try value()
      case "--descriptions": descriptions = try value()
      case "--commit": commit = try value()
      case "--swift-version": swiftVersion = try value()
      case "--rounds":
        guard let rounds = Int(try value()), (1...9).contains(rounds) else {
          throw BenchFailure("--rounds takes 1 to 9.")
        }
        self.rounds = rounds
      default:
        throw BenchFailure("No option \"\(name)\".\n\n\(Self.usage)")
      }
    }
  }
}
