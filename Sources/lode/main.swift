internal import Foundation
internal import LodeCLI

// A reader of our output that has had enough is an error of the write, which ends the command in
// order: a process that a signal kills would leave its reader slot behind.
_ = signal(SIGPIPE, SIG_IGN)

let arguments = Array(CommandLine.arguments.dropFirst())
exit(LodeTool.run(arguments, on: Console()))
