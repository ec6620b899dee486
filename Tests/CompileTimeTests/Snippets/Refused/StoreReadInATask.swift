import LodeCoding
import LodeStore

func readInATask(_ store: Store) throws {
  try store.read { transaction in  // expected-error {{lifetime-dependent variable 'transaction' escapes its scope}}
    _ = Task { try transaction["jobs"].count }  // expected-error {{passing closure as a 'sending' parameter}}
  }
}
