internal import LodeCoding

/// The paths that a compiled condition reads from each row.
struct ConditionPaths {
  private(set) var all: [ArchivePath]
  private(set) var places: [ArchivePath: Int] = [:]

  init(_ first: [ArchivePath]) {
    all = first
    for (place, path) in first.enumerated() { places[path] = places[path] ?? place }
  }

  /// Returns the index of a path, and appends a path that is new.
  mutating func place(of path: ArchivePath) -> Int {
    if let place = places[path] { return place }
    all.append(path)
    places[path] = all.count - 1
    return all.count - 1
  }
}
