package import Foundation

package func contents(of path: String) throws -> Data {
  try Data(contentsOf: URL(fileURLWithPath: path))
}

package func names(in directory: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
}

package func write(_ bytes: Data, to path: String) throws {
  try bytes.write(to: URL(fileURLWithPath: path))
}

package func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

package func makeDirectory(_ path: String) throws {
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
}

/// The size of a file in bytes.
package func size(of path: String) throws -> Int {
  try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
}

/// The permission bits of a file.
package func mode(of path: String) throws -> Int {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
}

package func setMode(_ mode: Int, of path: String) throws {
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}

/// Overwrites the head of a file that keeps its place on the disk.
package func overwrite(_ path: String, with bytes: [UInt8]) throws {
  let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  try file.write(contentsOf: Data(bytes))
  try file.close()
}
