import Foundation

// The programs that the fault kit drives, each a command of `lode-fault`;
// `Tests/FaultKit/README.md` has the lines they read and write.

let commands: [String: @Sendable (Arguments) throws -> Int32] = [
  "workload": runWorkload,
  "backup": runBackup,
  "checker": runChecker,
  "faultload": runFaultLoad,
  "probe": runProbe,
  "features": runFeatures,
  "inspect": runInspection,
  "featureload": runFeatureLoad,
  "featurechecker": runFeatureChecker,
  "hist": runHistory,
  "histdump": dumpHistory,
]

let given = Arguments(Array(CommandLine.arguments.dropFirst(2)))
guard CommandLine.arguments.count > 1, let command = commands[CommandLine.arguments[1]] else {
  say("usage: lode-fault \(commands.keys.sorted().joined(separator: "|")) ARGUMENT...")
  exit(64)
}
do {
  exit(try command(given))
} catch {
  say("error: \(error)")
  exit(1)
}
