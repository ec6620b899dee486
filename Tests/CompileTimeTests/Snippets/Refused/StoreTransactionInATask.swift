import LodeCoding
import LodeStore

func transactionInATask(_ store: Store) throws {
  try store.write { transaction in
    _ = Task { try transaction["jobs"].put("late", forKey: 1) }  // expected-error {{escaping closure captures 'inout' parameter}}
  }
}
