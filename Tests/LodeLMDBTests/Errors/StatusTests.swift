import CLMDB
import Foundation
import LodeTestSupport
import Testing

@testable import LodeLMDB

@Suite("Errors")
struct StatusTests {
  /// Every return code of lmdb.h beside success.
  private static let statuses: [Int32: LMDBError.Code] = [
    MDB_KEYEXIST: .keyExists, MDB_NOTFOUND: .tableNotFound, MDB_PAGE_NOTFOUND: .pageNotFound,
    MDB_CORRUPTED: .corrupted, MDB_PANIC: .panic, MDB_VERSION_MISMATCH: .versionMismatch,
    MDB_INVALID: .notAnEnvironment, MDB_MAP_FULL: .mapFull, MDB_DBS_FULL: .tablesFull,
    MDB_READERS_FULL: .readersFull, MDB_TLS_FULL: .threadStorageFull,
    MDB_TXN_FULL: .transactionFull, MDB_CURSOR_FULL: .cursorFull, MDB_PAGE_FULL: .pageFull,
    MDB_MAP_RESIZED: .mapResized, MDB_INCOMPATIBLE: .incompatible, MDB_BAD_RSLOT: .badReaderSlot,
    MDB_BAD_TXN: .transactionFailed, MDB_BAD_VALSIZE: .badValueSize, MDB_BAD_DBI: .badTable,
  ]

  @Test func `each LMDB return code is one typed error, and no two are the same`() {
    // The codes are numbered without a gap, so none is left out.
    #expect(Self.statuses.keys.sorted() == Array(MDB_KEYEXIST...MDB_LAST_ERRCODE))
    #expect(Set(Self.statuses.values).count == Self.statuses.count)
    for (status, code) in Self.statuses {
      let error = LMDBError.from(status: status, context: "here")
      #expect(error == LMDBError(code, status: status, context: "here"))
    }
  }

  @Test(
    arguments: [
      ENOSPC: .diskFull, EDQUOT: .diskFull, EIO: .inputOutput, EACCES: .permissionDenied,
      EPERM: .permissionDenied, EROFS: .permissionDenied, ENOENT: .notFound, ENOMEM: .outOfMemory,
      EBUSY: .busy, ENOTSUP: .system, 9999: .system,
    ] as [Int32: LMDBError.Code])
  func `a refusal of the system is named by what it means`(
    _ status: Int32, _ code: LMDBError.Code
  ) {
    #expect(LMDBError.from(status: status).code == code)
    #expect(LMDBError.from(status: status).status == status)
  }

  @Test func `each error says in one line what went wrong, where, and what to do`() {
    let others: [LMDBError.Code] = [
      .closed, .alreadyOpen, .forked, .replaced, .nestedWrite, .keyEmpty, .keyTooLong,
      .valueTooLarge, .diskFull, .inputOutput, .pathInUse, .permissionDenied, .notFound,
      .unsupportedFilesystem, .unsupportedLibrary, .damaged, .commitOutcomeUnknown, .busy,
      .readOnly, .foreignTable, .outOfMemory, .invalidOption, .system,
    ]
    var problems: Set<String> = []
    for code in Array(Self.statuses.values) + others {
      let text = LMDBError(code, status: 7, context: "the place").description
      #expect(text == "\(code.problem) (the place) [status 7]. \(code.remedy)")
      #expect(!text.contains("\n") && !code.problem.hasPrefix("The operation failed"))
      #expect(code.remedy.hasSuffix("."))
      problems.insert(code.problem)
    }
    #expect(problems.count == Self.statuses.count + others.count)
  }
}
