import LodeModels
import LodeTestSupport

// A field's type becomes another one: with a step, or without where it only becomes wider.
extension TypeHistory {
  func retype(
    _ index: Int, _ version: inout HistoryVersion, _ random: inout SeededGenerator
  ) {
    let isFirst = Bool.random(using: &random)
    switch version.fields[index].type {
    case .int:
      isFirst
        ? retype(index, &version, .text, Self.text) : retype(index, &version, .int32, Self.narrow)
    case .int32:
      if !isFirst { return retype(index, &version, .double, Self.double) }
      version.fields[index].type = .int
    case .double: retype(index, &version, .int, Self.whole)
    case .text: isFirst ? retype(index, &version, .int, Self.length) : makeOptional(index, &version)
    case .optionalInt: require(index, &version, 7)
    case .optionalText: require(index, &version, "w7 w8")
    default: break
    }
  }

  private func retype(
    _ index: Int, _ version: inout HistoryVersion, _ type: HistoryType,
    _ body: @escaping @Sendable (ArchiveValue) -> ArchiveValue
  ) {
    let field = version.fields[index]
    version.fields[index].type = type
    version.fields[index].defaultValue = body(field.defaultValue)
    version.then({ $0[field.name] = $0[field.name].map(body) }) { record in
      try record.transform(field.name) { body($0) }
    }
  }

  /// A field that some rows may lack would be null in them, and the default in others.
  private func makeOptional(_ index: Int, _ version: inout HistoryVersion) {
    guard version.fields[index].isOriginal else { return }
    version.fields[index].type = .optionalText
    version.fields[index].defaultValue = .null
  }

  private func require(
    _ index: Int, _ version: inout HistoryVersion, _ value: ArchiveValue
  ) {
    let field = version.fields[index]
    version.fields[index].type = field.type == .optionalInt ? .int : .text
    version.fields[index].defaultValue = value
    version.then({ plain in
      if plain[field.name, default: .null] == .null { plain[field.name] = value }
    }) { record in record.setIfAbsent(field.name, value) }
  }

  private static let text: @Sendable (ArchiveValue) -> ArchiveValue = { .string("n\($0.int ?? 0)") }
  private static let narrow: @Sendable (ArchiveValue) -> ArchiveValue = {
    .int(Int64(Int32(truncatingIfNeeded: $0.int ?? 0)))
  }
  private static let double: @Sendable (ArchiveValue) -> ArchiveValue = {
    .double(Double($0.int ?? 0) / 4)
  }
  private static let whole: @Sendable (ArchiveValue) -> ArchiveValue = { value in
    guard case .double(let number) = value.untyped else { return 0 }
    return .int(Int64(number * 4))
  }
  private static let length: @Sendable (ArchiveValue) -> ArchiveValue = {
    .int(Int64($0.string?.utf8.count ?? 0))
  }
}
