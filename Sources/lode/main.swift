internal import Foundation
internal import LodeCLI

// If the reader of the output closes the pipe early, the write fails and the command ends normally.
// A process killed by a signal would keep its reader slot.
_ = signal(SIGPIPE, SIG_IGN)

let arguments = Array(CommandLine.arguments.dropFirst())
exit(LodeTool.run(arguments, on: Console()))
