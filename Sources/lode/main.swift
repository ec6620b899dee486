internal import Foundation
internal import LodeCLI

// If the reader of the output closes the pipe early, the write fails and the command ends normally.
// The default action of the signal would kill the process, whose reader slot would stay in use.
_ = signal(SIGPIPE, SIG_IGN)

let arguments = Array(CommandLine.arguments.dropFirst())
exit(LodeTool.run(arguments, on: Console()))
