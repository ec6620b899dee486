extension ArchiveSchema.Field {
  /// Creates a field from its name and its type in archives.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - type: The type of the field's values.
  ///   - formerNames: The field's names in earlier versions.
  ///   - value: The field's value in objects that were archived without the field.
  public init(
    _ name: String, type: ArchiveType, was formerNames: [String] = [],
    default value: ArchiveValue? = nil
  ) {
    self.init(
      name, type, was: formerNames, standard: value.map { FieldDefault($0, type) },
      valueType: nil)
  }

  /// Creates a field for values of a Swift type.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - type: The type of the field's values.
  ///   - formerNames: The field's names in earlier versions.
  ///   - property: The name of the Swift property, if different from `name`.
  public init<T: ArchivableValue>(
    _ name: String, _ type: T.Type, was formerNames: [String] = [], property: String? = nil
  ) {
    self.init(
      name, T.archiveType, was: formerNames, property: property, standard: nil, valueType: type)
  }

  /// Creates a field for values of a Swift type, with a default.
  ///
  /// An object that was archived without the field decodes with the default, and queries use the
  /// default for the object. If the default varies from call to call, as `UUID()` does, each
  /// store records one value as the default.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - type: The type of the field's values.
  ///   - formerNames: The field's names in earlier versions.
  ///   - property: The name of the Swift property, if different from `name`.
  ///   - value: The field's value in objects that were archived without the field.
  public init<T: ArchivableValue>(
    _ name: String, _ type: T.Type, was formerNames: [String] = [], property: String? = nil,
    default value: @autoclosure @escaping @Sendable () throws -> T
  ) {
    self.init(
      name, T.archiveType, was: formerNames, property: property, standard: FieldDefault(value),
      valueType: type)
  }
}

// Fields of types that only conform to `Codable`.
extension ArchiveSchema.Field {
  /// Creates a field of a `Codable` type; archives store each value together with its type.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - type: The type of the field's values.
  ///   - formerNames: The field's names in earlier versions.
  ///   - property: The name of the Swift property, if different from `name`.
  @_disfavoredOverload
  public init<T: Codable>(
    _ name: String, _ type: T.Type, was formerNames: [String] = [], property: String? = nil
  ) {
    self.init(
      name, .any, was: formerNames, property: property, standard: nil, valueType: nil)
  }

  /// Creates a field of a `Codable` type with a default; archives store each value together with
  /// its type.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - type: The type of the field's values.
  ///   - formerNames: The field's names in earlier versions.
  ///   - property: The name of the Swift property, if different from `name`.
  ///   - value: The field's value in objects that were archived without the field.
  @_disfavoredOverload
  public init<T: Codable & SendableMetatype>(
    _ name: String, _ type: T.Type, was formerNames: [String] = [], property: String? = nil,
    default value: @autoclosure @escaping @Sendable () throws -> T
  ) {
    self.init(
      name, .any, was: formerNames, property: property, standard: FieldDefault(codable: value),
      valueType: nil)
  }
}
