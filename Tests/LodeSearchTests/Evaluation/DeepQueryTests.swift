import Foundation
import LodeSearch
import LodeTestErrors
import LodeTestSupport
import Synchronization
import Testing

@Suite("Deep and long queries")
struct DeepQueryTests {
  private static func nested(_ front: String, _ depth: Int) -> String {
    String(repeating: front, count: depth) + "c" + String(repeating: ")", count: depth)
  }

  @Test(arguments: ["(a OR b AND ", "(a OR b NOT ", "title:(a OR b AND ", "(a NEAR b OR c AND "])
  func `as deep as they may be, they are searched on a thread with half a megabyte`(front: String)
    throws
  {
    let searched = try SearchedTexts(["title", "body"])
    try searched.put([1: ["a b", "c"], 2: ["b c", "a"], 3: ["c", "d"]])
    // Those that are deeper are refused.
    let query = (1...).lazy.map { Self.nested(front, $0) }.prefix {
      (try? searched.expression($0)) != nil
    }.reduce("") { $1 }
    #expect(query.utf8.count > 40 * front.utf8.count)
    let failure = Mutex<(any Error)?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do {
        let found = try searched.keys(query)
        let expression = try searched.expression(query)
        #expect(try searched.count(expression.description) == found.count)
        #expect(try searched.top(9, query).count == found.count)
        #expect(expression.hashValue == (try searched.expression(query)).hashValue)
      } catch {
        failure.withLock { $0 = error }
      }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  @Test
  func `deeper ones that are made in Swift are refused, and do not exhaust the thread`() throws {
    let searched = try SearchedTexts(["title", "body"])
    try searched.put([1: ["a b", "c"]])
    var expression = SearchExpression.word("a")
    for _ in 0..<100 { expression = (expression || .word("b")) && .word("a") }
    let error = expectCause(SearchSyntaxError.self) { try searched.keys(expression) }
    #expect(error?.problem == .tooDeep(limit: SearchExpression.maximumDepth))
  }

  @Test(arguments: ["{ ", "{a ", "a+", "a-", "a* ", "\"a\" ", "(a) ", "- ", "a NEAR b ", "é"])
  func `long ones are read to their end`(piece: String) throws {
    let query = String(repeating: piece, count: rounds(200_000) / piece.utf8.count)
    let worker = Worker {
      for mode in SearchMode.allCases {
        _ = try? SearchExpression(parsing: query, columns: ["title"], mode: mode)
      }
    }
    #expect(worker.ends(within: 300))
  }
}
