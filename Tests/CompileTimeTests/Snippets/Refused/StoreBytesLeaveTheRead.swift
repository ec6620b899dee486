import LodeCoding
import LodeStore

func bytesLeaveTheRead(_ store: Store) throws {
  _ = try store.read { transaction in
    try transaction["jobs"].withBytes(1) { bytes -> Span<UInt8> in bytes }  // expected-error {{is incompatible with contextual type}}
  }
}
