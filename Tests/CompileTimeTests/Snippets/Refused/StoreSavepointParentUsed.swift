import LodeCoding
import LodeStore

func savepointParentUsed(_ store: Store) throws {
  try store.write { transaction in
    try transaction.savepoint { inner in  // expected-error {{overlapping accesses to 'transaction'}}
      try inner["jobs"].put("a", forKey: 1)
      try transaction["jobs"].put("b", forKey: 2)
    }
  }
}
