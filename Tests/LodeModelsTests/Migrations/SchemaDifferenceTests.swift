import Foundation
import LodeTestSupport
import Testing

@testable import LodeModels

@Suite("What changed between two versions of a type")
struct SchemaDifferenceTests {
  typealias Field = ArchiveSchema.Field

  private func changes(
    _ old: [Field], _ new: [Field], isExtensible: Bool = false
  ) -> [SchemaChange] {
    difference(old, new, isExtensible: isExtensible).changes
  }

  private func difference(
    _ old: [Field], _ new: [Field], isExtensible: Bool = false
  ) -> SchemaDifference {
    SchemaDifference(
      from: ArchiveSchema("T", fields: old, isExtensible: isExtensible),
      to: ArchiveSchema("T", version: 2, fields: new, isExtensible: isExtensible))
  }

  @Test
  func `every change of fields has its name; what is added, renamed or made wider needs no step`() {
    let old: [Field] = [
      .init("a", Int32.self), .init("b", String.self), .init("c", Int.self), .init("d", Int?.self),
      .init("e", Int.self),
    ]
    let new: [Field] = [
      .init("b2", String.self, was: ["b"]), .init("a", Int.self), .init("c", Int?.self),
      .init("d", Int.self), .init("f", Bool.self),
    ]
    let all = difference(old, new)
    #expect(
      all.changes == [
        .fieldRenamed(from: "b", to: "b2"), .fieldRetyped("a", from: .int32, to: .int64),
        .fieldMadeOptional("c"), .fieldMadeRequired("d"), .fieldAdded("f", .bool), .fieldsMoved,
        .fieldRemoved("e", .int64, isKept: false),
      ])
    #expect(all.changes.map(\.isAutomatic) == [true, true, true, false, true, true, false])
    #expect(all.needsStep)
    #expect(
      all.stepSuggestion == """
        Step(T.self, from: 1, to: 2) { record in
          record.setIfAbsent("d", ...)  // was optional
          record.setIfAbsent("f", ...)  // new, bool; delete if the field has a default
          // Choose what happens to each field that the type no longer has:
          // record.remove("e")  // deletes the values; was int64
        }
        """)
    #expect(changes(old, old).isEmpty)
    #expect(!difference([old[4]], [], isExtensible: true).needsStep)
  }

  /// Pasted as printed, a step that starts with `remove` deleted the values of every renamed field.
  @Test func `a printed step removes nothing, and begins with the likely renames`() {
    let old: [Field] = [.init("fax", String.self), .init("mail", String?.self)]
    let new: [Field] = [
      .init("note", String.self), .init("email", String.self), .init("age", Int.self),
      .init("nick", String?.self),
    ]
    #expect(
      difference(old, new).stepSuggestion == """
        Step(T.self, from: 1, to: 2) { record in
          record.rename("mail", to: "email")  // keep if both are one field; @Stored(was: "mail") needs no step
          record.setIfAbsent("email", ...)  // was optional
          record.setIfAbsent("note", ...)  // new, string; delete if the field has a default
          record.setIfAbsent("age", ...)  // new, int64; delete if the field has a default
          // Choose what happens to each field that the type no longer has:
          // record.rename("fax", to: "note")
          // record.rename("fax", to: "nick")
          // record.remove("fax")  // deletes the values; was string
        }
        """)
  }

  @Test func `an error for a missing step lists new required fields too`() {
    var error = MigrationError(.needed, "the store has rows that need a step")
    error.differences = [difference([], [.init("age", Int.self), .init("nick", String?.self)])]
    let text = "\(error)"
    #expect(text.contains("\n  age: int64 was added\n"))
    #expect(text.contains("record.setIfAbsent(\"age\", ...)"))
    #expect(!text.contains("record.setIfAbsent(\"nick\""))
  }

  @Test func `changes of the type itself`() {
    func between(_ old: ArchiveSchema, _ new: ArchiveSchema) -> [SchemaChange] {
      SchemaDifference(from: old, to: new).changes
    }
    let plain = ArchiveSchema("A", fields: [])
    #expect(
      between(plain, ArchiveSchema("B", was: ["A"], fields: [])) == [
        .typeRenamed(from: "A", to: "B")
      ])
    #expect(
      between(
        ArchiveSchema(class: "A", fields: []),
        ArchiveSchema(class: "A", superclass: "S", fields: []))
        == [.superclassChanged(from: nil, to: "S")])
    #expect(
      between(plain, ArchiveSchema(class: "A", fields: [])) == [
        .kindChanged(from: .structure, to: .class(superclass: nil))
      ])
    #expect(
      between(plain, ArchiveSchema("A", fields: [], isExtensible: true)) == [
        .extensibilityChanged(isExtensible: true)
      ])
  }

  @Test func `wider types have every value of the narrower one, and reading converts it`() throws {
    let samples: [(ArchiveType, [ArchiveValue])] = [
      (.int8, [.int(-128), .int(127)]), (.int16, [.int(-32_768), .int(32_767)]),
      (.int32, [.int(Int64(Int32.min)), .int(Int64(Int32.max))]),
      (.int64, [.int(.min), .int(.max)]),
      (.uint8, [.uint(0), .uint(255)]), (.uint16, [.uint(0), .uint(65_535)]),
      (.uint32, [.uint(0), .uint(UInt64(UInt32.max))]), (.uint64, [.uint(0), .uint(.max)]),
      (.float, [.float(0.1), .float(.greatestFiniteMagnitude)]), (.double, [.double(0.1)]),
      (.bool, [true]), (.string, ["x"]), (.date, [.date(Date())]),
    ]
    var wider = 0
    for (from, values) in samples {
      for (to, _) in samples {
        let converts = values.allSatisfy { value in
          (try? Archive(.object(ArchivedObject("T", fields: [.init("f", type: to, value)])))
            .encoded())
            != nil
        }
        #expect(from.widens(to: to) == converts, "\(from) to \(to)")
        if from != to, converts { wider += 1 }
      }
      #expect(from.widens(to: .optional(from)) && !ArchiveType.optional(from).widens(to: from))
      #expect(from.widens(to: .any) && !ArchiveType.any.widens(to: from))
    }
    #expect(wider == 29)
    #expect(ArchiveType.array(.int8).widens(to: .optional(.array(.optional(.int64)))))
    #expect(ArchiveType.dictionary(.string, .float).widens(to: .dictionary(.string, .double)))
    #expect(
      !ArchiveType.object.widens(to: .any) && !ArchiveType.array(.object).widens(to: .array(.any)))
  }
}
