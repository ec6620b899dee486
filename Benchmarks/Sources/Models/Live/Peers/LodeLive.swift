internal import BenchHarness
internal import Foundation
import Lode
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// Persons in the store, as models with live queries.
func lodeLive(_ directory: String, _ durability: LiveDurability) throws -> LiveStore {
  let options = StoreOptions(durability: durability == .durable ? .full : .relaxed)
  let store = try Store(directory + "/objects.lode", models: [Citizen.self], options: options)
  for field in ["email", "income"] {
    let index = IndexDefinition(IndexPart(ArchivePath(parsing: field)))
    try store.createIndex(index, on: Citizen.collectionName)
  }
  try store.buildIndexes(of: Citizen.collectionName)
  return LiveStore(
    insert: { persons in _ = try store.write { try $0.insert(contentsOf: persons) } },
    setAge: { id, age in
      _ = try store.write { try $0.update(Citizen.self, id) { $0.age = age } }
    },
    delete: { id in _ = try store.write { try $0.delete(Citizen.self, id) } },
    fetch: { try store.fetch($0.query) },
    observe: { question, receive in
      for try await update in store.live(question.query) { receive(update.rows) }
    },
    close: { store.close() })
}

extension LiveQuestion {
  fileprivate var query: Query<Citizen> {
    switch self {
    case .email(let email):
      let path = Operand.path(ArchivePath(parsing: "email"))
      return Query(Citizen.self, Selection(.comparison(path, .equal, .value(.string(email)))))
    case .lowestIncomes(let limit):
      let order = PathOrder.ascending(ArchivePath(parsing: "income"))
      return Query(Citizen.self, Selection(orderedBy: [order], limit: limit))
    }
  }
}
