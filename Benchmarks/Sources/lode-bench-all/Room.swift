internal import Foundation

/// Whether stores of ten million rows, 1.5 GB for each engine, fit on the disk and into the page
/// cache beside everything else.
func hasRoomForLargeStores(_ directory: String?) -> Bool {
  let place = directory ?? FileManager.default.temporaryDirectory.path
  let attributes = try? FileManager.default.attributesOfFileSystem(forPath: place)  // unknown: no
  let free = attributes?[.systemFreeSize] as? Int ?? 0
  return free > 16 << 30 && ProcessInfo.processInfo.physicalMemory > 12 << 30
}
