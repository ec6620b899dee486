import LodeCoding
import LodeStore

func writeDuringAScan(_ store: Store) throws {
  try store.write { transaction in
    try transaction["jobs"].forEach { row in  // expected-error {{overlapping accesses to 'transaction'}}
      try transaction["jobs"].put("done", forKey: row.key)
    }
  }
}
