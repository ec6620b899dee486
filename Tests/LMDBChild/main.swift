import Foundation
import LodeLMDB

// A second process for the tests of LodeLMDB: `lmdb-child COMMAND PATH [ARGUMENT...]`.
//
// It prints one line for each thing that happened; an error prints as its code.

_ = signal(SIGXFSZ, SIG_IGN)

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2, let command = commands[arguments[0]] else {
  say("usage: lmdb-child COMMAND PATH [ARGUMENT...]")
  exit(64)
}
do {
  try command(arguments[1], Array(arguments.dropFirst(2)))
} catch let error as LMDBError {
  say(error.code.rawValue)
}
