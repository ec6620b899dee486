import LodeStore

func viewLeavesTheWrite(_ store: Store) throws {
  _ = try store.write { transaction -> CollectionWriter in transaction["jobs"] }  // expected-error {{conform to 'Escapable'}}
}
