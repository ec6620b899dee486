import Foundation
import LodeCoding

/// JSON of archives and of values, as users write it.
enum ArchiveJSONTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    let golden = try goldenRows(page: "Archive.md", heading: "Golden archives", columns: 5)
      .filter { !$0[2].contains("a*") }
      .map { #"{"$archive":"\#($0[1])","root":\#($0[2]),"objects":\#($0[3])}"# }
    let archives = [
      try Archive(archiving: ArchiveInputs.person), try Archive(archiving: ArchiveInputs.tree),
    ]
    let values = try archives.map { try $0.root.json() }
    let others = [
      #"{"$dictionary":[[1.5e300,{"$set":[]}],[null,"\ud83d\ude00\u0000"]]}"#,
      #"{"$date":-0.1}"#, #"{"$float":"0x7f800001"}"#, #"{"a":{"b":[{}]},"c":-1}"#,
    ]
    return try (golden + archives.map { try $0.json() } + values + others).map { Array($0.utf8) }
  }

  static let words = [
    #""$archive""#, #""root""#, #""objects""#, #"{"$object":"#, #""version""#, #""fields""#,
    #""extensions""#, #""super""#, #""class""#, #""case""#, #""extension""#, #""label""#,
    #"{"$typed":"#, #""value""#, #"{"$uint":"#, #"{"$float":"#, #"{"$double":"#, #"{"$data":"#,
    #"{"$date":"#, #"{"$uuid":"#, #"{"$decimal":"#, #"{"$set":["#, #"{"$dictionary":[["#,
    #"{"$reference":1}"#, "[[any]]", "set<any>", "[int8: any]", "object?", "uint64??", "null",
    "18446744073709551615", "e400", "-0.0", #""nan""#, #""-inf""#, #""0x7ff4000000000001""#,
    "2001-01-01T00:00:00.000000001Z", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "\\u0301",
  ]

  static func run(_ input: [UInt8]) {
    guard let text = String(validating: input, as: UTF8.self) else { return }
    if let value = ArchiveInputs.unlessRefused(input.count, { try ArchiveValue(json: text) }) {
      check(Archive(value))
    }
    if let archive = ArchiveInputs.unlessRefused(input.count, { try Archive(json: text) }) {
      check(archive)
    }
  }

  private static func check(_ archive: Archive) {
    // Nesting that JSON may have and archives may not.
    guard let json = ArchiveInputs.unlessRefused(0, { try archive.json() }) else { return }
    readAgain(archive, json)
    guard let bytes = ArchiveInputs.unlessRefused(0, { try archive.encoded() }) else { return }
    let read = require("what was written is read: \(json)") { try Archive(bytes.span) }
    require(read.plain == archive.plain, "\(read) has the values of \(json)")
    readAgain(read, require("what was read has JSON: \(json)") { try read.json() })
    let again = require("it is written again: \(read)") {
      let bytes = try read.encoded()
      return try Archive(bytes.span)
    }
    require(again == read, "\(again) is \(read)")
  }

  private static func readAgain(_ archive: Archive, _ json: String) {
    let again = require("\(json) is read") { try Archive(json: json) }
    require(again == archive, "\(json) is the same archive, not \(again)")
    let indented = require("it has lines") { try archive.json(isIndented: true) }
    require(
      require("the lines are read") { try Archive(json: indented) } == archive,
      "\(indented) is the same archive")
  }
}
