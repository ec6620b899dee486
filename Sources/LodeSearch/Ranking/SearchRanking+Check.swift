internal import LodeStore

extension SearchRanking {
  /// Throws `invalidOption` if a number is NaN, or has an absolute value above 10^12.
  func check() throws(StoreError) {
    for (column, weight) in weights where !SearchField.canWeigh(weight) {
      throw StoreError(
        .invalidOption, context: "the weight \(weight) of \"\(column)\" in a ranking")
    }
    for number in [saturation, lengthNormalization] where !SearchField.canWeigh(number) {
      throw StoreError(.invalidOption, context: "the number \(number) in a ranking")
    }
  }
}
