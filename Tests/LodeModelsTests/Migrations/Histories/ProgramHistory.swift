import LodeModels
import LodeTestSupport

/// The versions of a program, from 0: its types, where its rows are, and by what they are found.
struct ProgramHistory: Sendable {
  /// What a version of the program has beside its types.
  struct Program: Sendable {
    var collection = "outer"
    /// The fields of the model's key, by their numbers.
    var key = [Self.id]
    var indexes: [HistoryIndex] = []
    /// Whether its plan names types that are no models.
    var namesTypes = true
    /// The steps of the store that its plan has since then.
    var storeSteps: [Step] = []

    /// A number that is the row's own, and a text that is.
    static let (id, code) = (1, 2)
  }

  var types: [HistoryRole: TypeHistory] = [:]
  var programs = [Program()]
  var last: Int { programs.count - 1 }

  /// A history of a few versions.
  init(_ random: inout SeededGenerator) {
    types[.outer] = TypeHistory(
      .outer, isExtensible: Bool.random(using: &random),
      [
        .init(id: 1, name: "id", type: .int, isFixed: true),
        .init(id: 2, name: "code", type: .text, isFixed: true),
        .init(id: 3, name: "one", type: .object(.inner), isFixed: true),
        .init(id: 4, name: "may", type: .optionalObject(.inner), isFixed: true),
        .init(id: 5, name: "many", type: .array(.inner), isFixed: true),
        .init(id: 6, name: "named", type: .dictionary(.inner), isFixed: true),
        .init(id: 7, name: "bar", type: .object(.gone), isFixed: true),
        .init(id: 8, name: "bars", type: .array(.gone), isFixed: true),
        .init(id: 9, name: "node", type: .object(.node), isFixed: true),
        .init(id: 10, name: "same", type: .object(.node), isFixed: true),
        .init(id: 11, name: "number", type: .int), .init(id: 12, name: "text", type: .text),
        .init(id: 13, name: "small", type: .int32),
        .init(id: 14, name: "maybe", type: .optionalInt),
        .init(id: 15, name: "words", type: .text), .init(id: 16, name: "real", type: .double),
      ])
    types[.inner] = TypeHistory(
      .inner,
      [
        .init(id: 1, name: "kept", type: .int, isFixed: true),
        .init(id: 2, name: "left", type: .int),
        .init(id: 3, name: "right", type: .text), .init(id: 4, name: "may", type: .optionalInt),
      ])
    types[.gone] = TypeHistory(
      .gone,
      [
        .init(id: 1, name: "integer", type: .int), .init(id: 2, name: "string", type: .text),
        .init(id: 3, name: "kept", type: .int, isFixed: true),
      ])
    types[.root] = TypeHistory(
      .root, [.init(id: 1, name: "legs", type: .int), .init(id: 2, name: "sound", type: .text)])
    types[.node] = TypeHistory(
      .node, [.init(id: 1, name: "weight", type: .double), .init(id: 2, name: "name", type: .text)])
    programs[0].indexes = HistoryIndex.random(fields(0), &random)
    for _ in 0..<Int.random(in: 1...4, using: &random) { evolve(&random) }
  }

  /// The fields of the model in a program.
  func fields(_ program: Int) -> [HistoryField] { types[.outer]?.version(program)?.fields ?? [] }

  func type(_ role: HistoryRole, _ program: Int) -> HistoryVersion? {
    types[role]?.version(program)
  }

  /// The names of some fields of the model.
  func names(_ ids: [Int], _ program: Int) -> [String] {
    let fields = fields(program)
    return ids.compactMap { id in fields.first { $0.id == id }?.name }
  }

  private mutating func evolve(_ random: inout SeededGenerator) {
    var program = programs[last]
    program.storeSteps = []
    program.namesTypes = Bool.random(using: &random)
    for role in HistoryRole.allCases where type(role, last) != nil { types[role]?.evolve(&random) }
    programs.append(program)
    for _ in 0..<Int.random(in: 0...2, using: &random) { change(&random) }
    let (fields, old) = (fields(last), programs[last].indexes)
    programs[last].indexes = HistoryIndex.changed(old, fields, &random)
  }
}
