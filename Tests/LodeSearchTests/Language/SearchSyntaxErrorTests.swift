import LodeSearch
import Testing

@Suite("An error in a query")
struct SearchSyntaxErrorTests {
  @Test func `says where it is and what to do`() {
    let error = SearchSyntaxError(.unterminatedQuote, at: 7)
    #expect(error.description == "byte 7: the quote is not closed; add a \" at its end")
  }
}
