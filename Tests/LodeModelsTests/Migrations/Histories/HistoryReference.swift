import LodeModels
import LodeTestSupport

/// What a store is to have, without the engine: rows that go through every change of their types,
/// program by program.
struct HistoryReference: Sendable {
  let history: ProgramHistory
  /// The rows as the program of `number` has them, by the value of their field `id`.
  private(set) var rows: [Int: Plain] = [:]
  private(set) var number = 0

  init(_ history: ProgramHistory) { self.history = history }

  subscript(id: Int) -> Plain? {
    get { rows[id] }
    set { rows[id] = newValue }
  }

  /// Takes all rows to a later program.
  mutating func advance(to program: Int) {
    while number < program {
      for id in rows.keys { rows[id] = rows[id].map { advanced($0, .outer) } }
      number += 1
    }
  }

  /// An object as the next program has it: what is in it comes first.
  private func advanced(_ plain: Plain, _ role: HistoryRole) -> Plain {
    guard let old = history.type(role, number) else { return plain }
    var plain = plain
    for field in old.fields {
      plain[field.name] = plain[field.name].map { advanced($0, field.type) }
    }
    if role == .node { plain = advanced(plain, .root) }
    guard let new = history.type(role, number + 1) else { return plain }
    new.change(&plain)
    for field in new.fields where plain[field.name] == nil {
      plain[field.name] = field.defaultValue
    }
    return plain
  }

  private func advanced(_ value: ArchiveValue, _ type: HistoryType) -> ArchiveValue {
    switch type {
    case .object(let role), .optionalObject(let role):
      value == .null ? value : ArchiveValue(advanced(Plain(value), role))
    case .array(let role): .array((value.array ?? []).map { advanced($0, .object(role)) })
    case .dictionary(let role):
      .dictionary((value.dictionary ?? [:]).mapValues { advanced($0, .object(role)) })
    default: value
    }
  }

  /// A new row of the program.
  ///
  /// One that stands for another has its key.
  func newRow(_ id: Int, like old: Plain? = nil, _ random: inout SeededGenerator) -> Plain {
    var row = newObject(.outer, id, &random)
    let code = history.names([ProgramHistory.Program.code], number)[0]
    row[code] = old?[code] ?? row[code]
    return row
  }

  private func newObject(_ role: HistoryRole, _ id: Int, _ random: inout SeededGenerator) -> Plain {
    var plain: Plain = role == .node ? newObject(.root, id, &random) : [:]
    for field in history.type(role, number)?.fields ?? [] {
      plain[field.name] = newValue(field, id, &random)
    }
    // Both refer to one instance.
    if role == .outer, plain["node"] != nil { plain["same"] = plain["node"] }
    guard role == .outer else { return plain }
    plain[history.names([ProgramHistory.Program.code], number)[0]] = .string("c\(id)")
    plain["id"] = .int(Int64(id))
    return plain
  }

  /// A value of a field.
  func newValue(
    _ field: HistoryField, _ id: Int, _ random: inout SeededGenerator
  ) -> ArchiveValue {
    let small = Int64.random(in: -4...4, using: &random)
    func object(_ role: HistoryRole) -> ArchiveValue {
      ArchiveValue(newObject(role, id, &random))
    }
    switch field.type {
    case .int, .int32: return .int(small)
    case .double: return .double(Double(small) / 4)
    case .text: return .string("w\(small + 4) w\(id % 5)")
    case .optionalInt: return small < 0 ? .null : .int(small)
    case .optionalText: return small < 0 ? .null : .string("w\(small)")
    case .object(let role): return object(role)
    case .optionalObject(let role): return small < 0 ? .null : object(role)
    case .array(let role): return .array((0..<Int(small & 3)).map { _ in object(role) })
    case .dictionary(let role):
      return .dictionary(["a": object(role), "b": object(role)])
    }
  }
}
