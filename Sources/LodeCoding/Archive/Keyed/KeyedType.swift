/// The facts that a writer keeps about a type that names its fields during archiving.
final class KeyedType {
  /// A schema with the name and version of the type, but without fields.
  let template: ArchiveSchema
  var predicted = PredictedShape<ArchiveSchema>()

  init(_ template: ArchiveSchema) { self.template = template }

  /// Returns the schema with these fields, or throws `wrongFields` if two fields have one name.
  func schema(
    _ kind: ArchiveSchema.Kind, _ fields: [ArchiveSchema.Field]
  ) throws(ArchiveError) -> ArchiveSchema {
    var names: Set<[UInt8]> = []
    for field in fields where !names.insert(Array(field.name.utf8)).inserted {
      throw ArchiveError(.wrongFields, "\(template.name) encodes \(field.name) twice")
    }
    let schema = KnownSchemas.shared.unique(
      ArchiveSchema(
        template.name, kind: kind, version: template.version, fields: fields, evolution: .open))
    predicted.note(schema)
    return schema
  }
}
