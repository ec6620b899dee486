internal import LodeCoding

extension ConditionError {
  /// Creates the error for a name that is not a field.
  ///
  /// - Parameters:
  ///   - path: The path with the unknown name.
  ///   - position: The index of the unknown name in the path.
  ///   - names: The names that are possible at this position.
  ///   - owner: The owner of the fields, such as the name of a type.
  ///   - selection: The selection with the path, which supplies the position in the text.
  static func unknownField(
    _ path: ArchivePath, position: Int, among names: [String], of owner: String,
    in selection: Selection?
  ) -> ConditionError {
    let wrong = path.names[min(position, path.names.count - 1)].shortened
    let parent =
      path.isRowProperty ? ArchivePath.key : ArchivePath(Array(path.names.prefix(position)))
    let (owner, parentName) = (owner.shortened, parent.description.shortened)
    let place = position == 0 ? owner : "\"\(parentName)\" of \(owner)"
    let written = selection?.text.places[path]
    let message = "No field \"\(wrong)\" in \(place)."
    let properties = wrong.hasPrefix("$") ? ArchivePath.rowProperties.map { $0.names[0] } : []
    let nearest = NearestName.question(wrong, among: names + properties)
    let wholeKey = path.isRowProperty ? "Write \"$key\" for the whole key" : nil
    let noFields =
      "\"\(parentName)\" has no fields; conditions do not follow references, so compare it with a key"
    let isScalar = names.isEmpty && position > 0 && !path.isRowProperty
    var hint = nearest ?? fieldList(names) ?? wholeKey ?? (isScalar ? noFields : nil)
    if written?.isQuoted == true {
      let example = selection?.condition.comparison(with: path)
      if nearest == nil || example != nil {
        hint = "Write text in single quotes: \((example ?? quoted(wrong)).shortened)"
      }
    }
    return ConditionError(
      .unknownField, at: written?.offset,
      hint.map { "\(message) \($0)" } ?? String(message.dropLast()))
  }

  /// Creates the error for a name with a dollar sign that is not a row property.
  static func unknownRowProperty(_ names: [String], at offset: Int?) -> ConditionError {
    let known = ArchivePath.rowProperties.map { $0.names[0] }
    let nearest = NearestName.question(names[0], among: known)
    let hint = nearest ?? "Rows have \(known.joined(separator: ", "))"
    return ConditionError(
      .unknownField, at: offset,
      "No row property \"\(names.joined(separator: ".").shortened)\". \(hint)")
  }

  /// Creates the error for the timestamps of a model without timestamps.
  static func noTimes(
    _ path: ArchivePath, of owner: String, in selection: Selection?
  ) -> ConditionError {
    ConditionError(
      .unknownField, at: selection?.text.places[path]?.offset,
      "\(owner.shortened) keeps no timestamps, so \(path) does not exist: "
        + "declare the model with `@Model(timestamps: true)`"
    )
  }

  /// Creates the error for a delete or an update without a condition.
  static func missingCondition(_ remedy: String) -> ConditionError {
    ConditionError(.missingCondition, at: nil, "A condition is missing. \(remedy)")
  }

  private static func fieldList(_ names: [String]) -> String? {
    if names.isEmpty { return nil }
    var shown: [String] = []
    var length = 0
    for name in names.sorted().prefix(12) where length < String.longestQuote {
      shown.append("\"\(name.shortened)\"")
      length += name.utf8.count
    }
    let more = names.count > shown.count ? " and \(names.count - shown.count) more" : ""
    return "Fields are \(shown.joined(separator: ", "))\(more)"
  }
}

extension Condition {
  /// Returns the text of the first comparison whose right operand is the path, with quotes around
  /// the operand: `name = 'Ada'`.
  ///
  /// Returns `nil` if no right operand is the path.
  fileprivate func comparison(with path: ArchivePath) -> String? {
    switch self {
    case .comparison(let a, let comparison, .path(path)):
      "\(a) \(comparison) \(quoted(path.names.last ?? ""))"
    case .isIn(let a, let all) where all.contains(.path(path)):
      "\(a) IN (\(quoted(path.names.last ?? "")))"
    case .and(let all), .or(let all): all.lazy.compactMap { $0.comparison(with: path) }.first
    case .not(let condition), .isTrue(let condition): condition.comparison(with: path)
    default: nil
    }
  }
}
