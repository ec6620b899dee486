import CLMDB

/// An error code of LMDB, in the place where it came up.
struct RawError: Error {
  let call: String
  let code: Int32
}

/// Writes data files with LMDB itself, so that the check is tested against the files it must accept
/// and not against this library's idea of them.
@safe final class RawEnvironment {
  let path: String
  private let environment: OpaquePointer

  /// Creates or opens the environment in the file `path`.
  init(path: String, mapSize: Int = 1 << 28, flags: Int32 = 0) throws {
    self.path = path
    var created: OpaquePointer?
    try Self.call("create", unsafe mdb_env_create(&created))
    guard let created = unsafe created else { throw RawError(call: "create", code: -1) }
    unsafe environment = created
    try Self.call("mapsize", unsafe mdb_env_set_mapsize(environment, mapSize))
    try Self.call("maxdbs", unsafe mdb_env_set_maxdbs(environment, 256))
    let all = UInt32(MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOTLS | flags)
    try Self.call("open", unsafe mdb_env_open(environment, path, all, 0o600))
  }

  deinit { unsafe mdb_env_close(environment) }

  /// Runs `body` in a write transaction and commits it.
  func write(_ body: (RawWrite) throws -> Void) throws {
    var begun: OpaquePointer?
    try Self.call("begin", unsafe mdb_txn_begin(environment, nil, 0, &begun))
    guard let transaction = unsafe begun else { throw RawError(call: "begin", code: -1) }
    do {
      unsafe try body(RawWrite(transaction: transaction))
    } catch {
      unsafe mdb_txn_abort(transaction)
      throw error
    }
    try Self.call("commit", unsafe mdb_txn_commit(transaction))
  }

  /// Copies the environment without its free pages to the new file `path`.
  func compact(to path: String) throws {
    try Self.call("copy", unsafe mdb_env_copy2(environment, path, UInt32(MDB_CP_COMPACT)))
  }

  static func call(_ name: String, _ code: Int32) throws {
    if code != 0 { throw RawError(call: name, code: code) }
  }
}

/// A write transaction of `RawEnvironment`; it lives in the closure that is given it.
@safe struct RawWrite {
  fileprivate let transaction: OpaquePointer

  func table(_ name: String?, flags: Int32 = 0) throws -> MDB_dbi {
    var table: MDB_dbi = 0
    let all = UInt32(flags | (name == nil ? 0 : MDB_CREATE))
    try RawEnvironment.call("dbi_open", unsafe mdb_dbi_open(transaction, name, all, &table))
    return table
  }

  func put(_ table: MDB_dbi, _ key: [UInt8], _ value: [UInt8], flags: Int32 = 0) throws {
    let code = unsafe key.withUnsafeBytes { key in
      unsafe value.withUnsafeBytes { value in
        unsafe lode_put(
          transaction, table, key.baseAddress, key.count, value.baseAddress, value.count,
          UInt32(flags)
        ).status
      }
    }
    try RawEnvironment.call("put", code)
  }

  /// The bytes stored under `key`, or `nil`.
  func value(_ table: MDB_dbi, _ key: [UInt8]) throws -> [UInt8]? {
    let found = unsafe key.withUnsafeBytes {
      unsafe lode_get(transaction, table, $0.baseAddress, $0.count)
    }
    if unsafe found.status == MDB_NOTFOUND { return nil }
    try RawEnvironment.call("get", unsafe found.status)
    return unsafe Array(
      UnsafeRawBufferPointer(start: found.value.mv_data, count: found.value.mv_size))
  }

  /// Deletes `key`, and returns whether it existed.
  @discardableResult
  func delete(_ table: MDB_dbi, _ key: [UInt8]) throws -> Bool {
    let code = unsafe key.withUnsafeBytes {
      unsafe lode_delete(transaction, table, $0.baseAddress, $0.count)
    }
    if code == MDB_NOTFOUND { return false }
    try RawEnvironment.call("del", code)
    return true
  }

  /// How LMDB orders two keys: below, equal to or above zero.
  func compare(_ table: MDB_dbi, _ left: [UInt8], _ right: [UInt8]) -> Int32 {
    unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        // LMDB only reads them.
        var a = unsafe MDB_val(
          mv_size: left.count, mv_data: UnsafeMutableRawPointer(mutating: left.baseAddress))
        var b = unsafe MDB_val(
          mv_size: right.count, mv_data: UnsafeMutableRawPointer(mutating: right.baseAddress))
        return unsafe mdb_cmp(transaction, table, &a, &b)
      }
    }
  }

  /// Empties the table, or deletes it too.
  func drop(_ table: MDB_dbi, delete: Bool) throws {
    try RawEnvironment.call("drop", unsafe mdb_drop(transaction, table, delete ? 1 : 0))
  }
}
