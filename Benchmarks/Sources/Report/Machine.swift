public import BenchHarness
internal import Foundation

#if !os(Linux)
  internal import Darwin
#endif

/// What ran, and where.
public func runFacts(
  commit: String, swiftVersion: String, _ sizes: Sizes, _ progress: ProgressLine
) -> [Fact] {
  machineFacts() + [
    Fact("Swift", swiftVersion), Fact("Lode", commit),
    Fact("Sizes", "\(sizes.name), \(sizes.rounds) rounds"),
    Fact("Date", Date.now.formatted(.iso8601)),
    Fact("Duration", "\(Int(progress.elapsed / .seconds(1))) s"),
  ]
}

/// What this machine is.
private func machineFacts() -> [Fact] {
  let process = ProcessInfo.processInfo
  let memory = "\(process.physicalMemory >> 20) MB"
  return [
    Fact("Processor", "\(process.activeProcessorCount) cores, \(processorModel())"),
    Fact("Memory", memory),
    Fact("System", "\(systemName()), kernel \(kernel())"),
  ]
}

private func processorModel() -> String {
  #if os(Linux)
    value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? "unknown"
  #else
    systemString("machdep.cpu.brand_string") ?? "unknown"
  #endif
}

private func systemName() -> String {
  #if os(Linux)
    value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=") ?? "Linux"
  #else
    "macOS " + ProcessInfo.processInfo.operatingSystemVersionString
  #endif
}

private func kernel() -> String {
  #if os(Linux)
    let path = "/proc/sys/kernel/osrelease"
    let text = try? String(contentsOfFile: path, encoding: .utf8)  // no file: not worth a failure
    return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown"
  #else
    return systemString("kern.osrelease") ?? "unknown"
  #endif
}

#if os(Linux)
  /// The first value of `name` in a text of `name separator value` lines.
  private func value(of name: String, in path: String, separator: Character) -> String? {
    let text = try? String(contentsOfFile: path, encoding: .utf8)  // no file: not worth a failure
    for line in (text ?? "").split(separator: "\n") where line.hasPrefix(name) {
      guard let at = line.firstIndex(of: separator) else { continue }
      let unwanted = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "\""))
      return line[line.index(after: at)...].trimmingCharacters(in: unwanted)
    }
    return nil
  }
#else
  private func systemString(_ name: String) -> String? {
    var size = 0
    // The kernel writes at most `size` bytes and a zero after them.
    guard unsafe sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    guard unsafe sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
#endif
