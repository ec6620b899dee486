import Foundation
import LodeTestSupport

/// The Swift compiler, run on a client of Lode.
enum Compiler {
  struct Diagnostic: Hashable {
    let line: Int
    let isError: Bool
    let text: String
  }

  /// Compiles a file as far as the checks of lifetimes and exclusivity, and returns what it says.
  ///
  /// A program may have statements outside of functions, a library may not.
  static func diagnostics(of file: URL, isProgram: Bool = false) throws -> [Diagnostic] {
    let run = try Run(
      tool("swiftc"),
      ["-emit-sil", "-o", "/dev/null", "-swift-version", "6"]
        + (isProgram ? [] : ["-parse-as-library"]) + moduleFlags + macros + [file.path])
    let output = run.output + run.errors
    let found = output.split(separator: "\n").compactMap { Diagnostic(line: $0, of: file) }
    if run.status != 0, !found.contains(where: \.isError) {
      // A crash of the compiler, or a module that was not found, is no refusal.
      return [Diagnostic(line: 0, isError: true, text: output)]
    }
    return found
  }

  static let snippets = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snippets")
  static let guides = sources.deletingLastPathComponent()
    .appendingPathComponent("Docs/Guides")
  static let sources = snippets.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  /// The Swift files below a folder, by path.
  static func files(in folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
  }

  /// A program of the toolchain.
  static func tool(_ name: String) -> URL {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let inPath = folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    // Without either the tests fail with the name of what is missing.
    let byXcode = (try? Run(["xcrun", "-f", name]))?.lines.first
    return URL(fileURLWithPath: inPath ?? byXcode ?? "/usr/bin/\(name)")
  }

  /// Where the modules of this build are, and what they were built with.
  static let moduleFlags =
    ["-I", ChildProcess.products.appendingPathComponent("Modules").path] + systemModules
    + headerFlags

  /// The system libraries that the modules were built with.
  private static let systemModules = ["CLMDB", "CZstd", "CStemmer"].flatMap {
    ["-Xcc", "-fmodule-map-file=" + sources.appendingPathComponent("\($0)/module.modulemap").path]
  }

  /// The folders of these headers, if the system's compiler would not find them.
  private static let headerFlags: [String] = {
    guard let run = try? Run(["pkg-config", "--cflags", "lmdb", "libzstd"]), run.status == 0 else {
      return []
    }
    return run.output.split { $0 == " " || $0 == "\n" }.flatMap { ["-Xcc", String($0)] }
  }()

  /// The program that expands macros.
  private static let macros: [String] = {
    #if Macros
      let program = ChildProcess.products.appendingPathComponent("LodeMacros-tool").path
      return ["-load-plugin-executable", program + "#LodeMacros"]
    #else
      return []
    #endif
  }()
}

extension Compiler.Diagnostic {
  /// Reads "path:line:column: error: text".
  fileprivate init?(line: Substring, of file: URL) {
    guard line.hasPrefix(file.path + ":") else { return nil }
    let fields = line.dropFirst(file.path.count + 1).split(separator: ":", maxSplits: 3)
    guard fields.count == 4, let number = Int(fields[0]) else { return nil }
    let kind = fields[2].trimmingCharacters(in: .whitespaces)
    guard kind == "error" || kind == "warning" else { return nil }
    self.init(line: number, isError: kind == "error", text: String(fields[3]))
  }
}
