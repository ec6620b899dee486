internal import LodeCoding
internal import LodeStore

/// Functions that write and read the dump lines of a store's migration records.
///
/// A store records the migration steps that ran, and the versions and names of types.
enum DumpRecords {
  /// Returns a line for each step that ran, then a line for each type.
  ///
  /// Steps and types are sorted by the UTF-8 bytes of their names.
  static func lines(_ records: MigrationRecords) -> [String] {
    let steps = sorted(records.steps).map { name, step in
      let digest = hexadecimal(step.digest, digits: 16)
      return "{\"step\":\(quotedJSON(name)),\"digest\":\"\(digest)\""
        + (step.isOfStore ? ",\"store\":true}" : "}")
    }
    let types = sorted(records.types).map { name, type in
      var line = "{\"migrated\":\(quotedJSON(name)),\"version\":\(type.version)"
      if let earlier = type.earlier { line += ",\"earlier\":\(earlier)" }
      if !type.collection.isEmpty { line += ",\"collection\":\(quotedJSON(type.collection))" }
      if !type.keyFields.isEmpty { line += ",\"keyFields\":\(list(type.keyFields))" }
      if !type.formerNames.isEmpty { line += ",\"was\":\(list(type.formerNames))" }
      if !type.formerFields.isEmpty {
        let fields = sorted(type.formerFields).map { "\(quotedJSON($0)):\(list($1))" }
        line += ",\"fieldsWere\":{\(fields.joined(separator: ","))}"
      }
      return line + "}"
    }
    return steps + types
  }

  /// Adds the record of a dump line: a step or a type.
  ///
  /// - Throws: `Failure` if a member is invalid or missing, or if an earlier line has the same step
  ///   or type.
  static func add(_ line: DumpLine, to records: inout MigrationRecords) throws {
    if line.has("step") {
      let name = try line.string("step")
      guard records.steps.updateValue(try step(line), forKey: name) == nil else {
        throw line.failure("the dump has two steps \(quotedJSON(name))")
      }
    } else {
      let name = try line.string("migrated")
      let type = MigrationRecords.TypeRecord(
        version: try line.integer("version"),
        earlier: try line.has("earlier") ? line.integer("earlier") : nil,
        collection: try line.has("collection") ? line.string("collection") : "",
        keyFields: try line.has("keyFields") ? line.strings("keyFields") : [],
        formerNames: try line.has("was") ? line.strings("was") : [],
        formerFields: try line.has("fieldsWere") ? line.lists("fieldsWere") : [:])
      guard records.types.updateValue(type, forKey: name) == nil else {
        throw line.failure("the dump has two lines for the type \(quotedJSON(name))")
      }
    }
  }

  private static func step(_ line: DumpLine) throws -> MigrationRecords.StepRecord {
    guard let digest = [UInt8](hexadecimal: try line.string("digest")), digest.count == 8
    else {
      throw line.failure("\"digest\" must have 16 hexadecimal digits")
    }
    return MigrationRecords.StepRecord(
      digest: digest.reduce(0) { $0 << 8 | UInt64($1) },
      isOfStore: try line.has("store") && line.bool("store"))
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map { quotedJSON($0) }.joined(separator: ","))]"
  }

  private static func sorted<Record>(_ records: [String: Record]) -> [(String, Record)] {
    records.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0, $1) }
  }
}
