import LodeCoding
import LodeStore

func readerKept(_ store: Store) throws {
  var kept: CollectionReader?  // expected-error {{lifetime-dependent variable 'kept' escapes its scope}}
  try store.read { transaction in kept = transaction["jobs"] }
  _ = try kept?.count
}
