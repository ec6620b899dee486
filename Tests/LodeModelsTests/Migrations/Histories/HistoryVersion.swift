import LodeModels

/// A type in one version of a program, and how objects of the version before become its own.
struct HistoryVersion: Sendable {
  typealias Body = @Sendable (inout MigrationRecord) throws -> Void

  /// The name of the type in archives.
  var name: String
  var formerNames: [String] = []
  var number: Int
  var fields: [HistoryField]
  /// Whether objects keep what the type does not have.
  var isExtensible = false
  /// What the step does; `nil` when none is needed.
  var step: Body?
  /// The same for the reference.
  var change: @Sendable (inout Plain) -> Void = { _ in }

  /// Adds a change that the reference makes, and a step unless none is needed.
  mutating func then(
    _ change: @escaping @Sendable (inout Plain) -> Void, _ step: Body? = nil
  ) {
    let before = self.change
    self.change = { plain in
      before(&plain)
      change(&plain)
    }
    guard let step else { return }
    let first = self.step
    self.step = { record in
      try first?(&record)
      try step(&record)
    }
  }

  /// The version of the next program, in which nothing has changed yet.
  func next() -> HistoryVersion {
    var next = self
    (next.step, next.change) = (nil, { _ in })
    return next
  }

  func schema(_ role: HistoryRole) -> ArchiveSchema {
    let kind: ArchiveSchema.Kind =
      switch role {
      case .root: .class(superclass: nil)
      case .node: .class(superclass: "Root")
      default: .structure
      }
    return ArchiveSchema(
      name, kind: kind, version: number, was: formerNames, fields: fields.map(\.field),
      isExtensible: isExtensible)
  }
}
