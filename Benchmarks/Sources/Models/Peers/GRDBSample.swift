#if GRDB
  internal import BenchHarness
  internal import Coders
  internal import Foundation
  internal import GRDB
  internal import LodeModels

  /// An object that GRDB stores: through its `Codable`, or by hand.
  protocol GRDBSample: ModelSample, FetchableRecord, PersistableRecord
  where PrimaryKey: DatabaseValueConvertible {
    /// The names of all columns, the key's first, in the order of ``arguments``.
    static var columnNames: [String] { get }
    /// What the columns are set to.
    var arguments: StatementArguments { get throws }
    /// Reads the columns.
    init(columnsOf row: SQLRow) throws
  }

  extension GRDBSample {
    private static var columns: String { columnNames.joined(separator: ", ") }

    static var insertSQL: String {
      let marks = columnNames.map { _ in "?" }.joined(separator: ", ")
      return "INSERT INTO \(databaseTableName)(\(columns)) VALUES(\(marks))"
    }

    static var scanSQL: String { "SELECT \(columns) FROM \(databaseTableName)" }

    static var selectSQL: String { "\(scanSQL) WHERE \(columnNames[0]) = ?" }

    static var deleteSQL: String { "DELETE FROM \(databaseTableName) WHERE \(columnNames[0]) = ?" }
  }

  extension Citizen: GRDBSample {
    static let databaseTableName = "person"
    static let columnNames = [
      "id", "name", "email", "city", "age", "street", "income", "visits", "latitude", "notes",
    ]

    var arguments: StatementArguments {
      [id, name, email, city, age, street, income, visits, latitude, notes]
    }

    init(columnsOf row: SQLRow) {
      id = row[0]
      name = row[1]
      email = row[2]
      city = row[3]
      age = row[4]
      street = row[5]
      income = row[6]
      visits = row[7]
      latitude = row[8]
      notes = row[9]
    }
  }

  extension PackageRecord: GRDBSample {
    static let databaseTableName = "packageRecord"
    static let columnNames = [
      "package", "version", "architecture", "section", "priority", "maintainer", "description",
      "size", "installedSize", "filename", "descriptionMD5", "md5", "sha256", "homepage", "depends",
      "source", "tag", "multiArch", "suggests", "recommends", "provides", "replaces", "breaks",
      "conflicts", "preDepends", "others",
    ]

    var arguments: StatementArguments {
      get throws {
        let json = others.isEmpty ? Data() : try JSONEncoder().encode(others)
        return [
          package, version, architecture, section, priority, maintainer, description, size,
          installedSize, filename, descriptionMD5, md5, sha256, homepage, depends, source, tag,
          multiArch, suggests, recommends, provides, replaces, breaks, conflicts, preDepends, json,
        ]
      }
    }

    init(columnsOf row: SQLRow) throws {
      let json: Data = row[25]
      let others = json.isEmpty ? [:] : try JSONDecoder().decode([String: String].self, from: json)
      self.init(
        package: row[0],
        version: row[1],
        architecture: row[2],
        section: row[3],
        priority: row[4],
        maintainer: row[5],
        description: row[6],
        size: row[7],
        installedSize: row[8],
        filename: row[9],
        descriptionMD5: row[10],
        md5: row[11],
        sha256: row[12],
        homepage: row[13],
        depends: row[14],
        source: row[15],
        tag: row[16],
        multiArch: row[17],
        suggests: row[18],
        recommends: row[19],
        provides: row[20],
        replaces: row[21],
        breaks: row[22],
        conflicts: row[23],
        preDepends: row[24], others: others)
    }
  }
#endif
