import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels

@Suite("The changes between two lists of rows", .tags(.random))
struct RowChangesTests {
  /// A row of a list: two rows with one key may have different values.
  private struct Element: Equatable {
    var key: Int
    var value: Int
  }

  private func changes(from old: [Element], to new: [Element]) -> RowChanges {
    let origins = new.map { element in
      let index = old.firstIndex { $0.key == element.key }
      return RowOrigin(old: index, isModified: index.map { old[$0] != element } ?? false)
    }
    return RowChanges(from: old.count, to: origins)
  }

  private func list(_ random: inout SeededGenerator, _ count: Int) -> [Element] {
    (0..<count).shuffled(using: &random).prefix(Int.random(in: 0...count, using: &random))
      .map { Element(key: $0, value: Int.random(in: 0..<2, using: &random)) }
  }

  @Test func `applied to the old list they give the new list, also as a difference`() throws {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    for _ in 0..<rounds(8_000) {
      let count = Int.random(in: 0...9, using: &random)
      let (old, new) = (list(&random, count), list(&random, count))
      let changes = changes(from: old, to: new)
      var list = old
      changes.apply(to: &list) { new[$0] }
      #expect(list == new, "seed \(random.seed): \(old) to \(new)")
      #expect(old.applying(changes.difference(from: old, to: new)) == new)
      #expect(changes.isEmpty == (old == new))
      let told =
        changes.insertions + changes.moves.map(\.new) + changes.modifications.map(\.new)
      #expect(Set(told).count == told.count && told.allSatisfy(new.indices.contains))
      let gone =
        changes.deletions + changes.moves.map(\.old) + changes.modifications.map(\.old)
      #expect(Set(gone).count == gone.count && gone.allSatisfy(old.indices.contains))
      #expect(changes.moves.map(\.new) == changes.moves.map(\.new).sorted())
    }
  }

  /// The rule of application, in the words of its documentation.
  @Test func `step by step they give the same list`() {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    for _ in 0..<rounds(4_000) {
      let (old, new) = (list(&random, 8), list(&random, 8))
      let changes = changes(from: old, to: new)
      var list = old
      for index in (changes.deletions + changes.moves.map(\.old)).sorted().reversed() {
        list.remove(at: index)
      }
      let moved = Dictionary(uniqueKeysWithValues: changes.moves.map { ($0.new, old[$0.old]) })
      for index in (changes.insertions + changes.moves.map(\.new)).sorted() {
        list.insert(moved[index] ?? new[index], at: index)
      }
      for modification in changes.modifications { list[modification.new] = new[modification.new] }
      for move in changes.moves where move.isModified { list[move.new] = new[move.new] }
      #expect(list == new, "seed \(random.seed): \(old) to \(new)")
    }
  }

  @Test func `no smaller number of moves would do`() {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    for _ in 0..<rounds(800) {
      let numbers = (0..<Int.random(in: 0...9, using: &random)).shuffled(using: &random)
      let found = RowChanges.longestIncreasing(numbers)
      #expect(found == found.sorted())
      let values = found.map { numbers[$0] }
      #expect(values == values.sorted())
      var longest = 0
      for subset in 0..<(1 << numbers.count) {
        let chosen = numbers.indices.filter { subset & (1 << $0) != 0 }.map { numbers[$0] }
        if chosen == chosen.sorted() { longest = max(longest, chosen.count) }
      }
      #expect(found.count == longest, "seed \(random.seed): \(numbers)")
    }
  }

  @Test func `a long list needs no recursion`() {
    let count = 200_000
    let rotated = (0..<count).map { RowOrigin(old: ($0 + 1) % count) }
    let changes = RowChanges(from: count, to: rotated)
    #expect(changes.log == "0>\(count - 1)")
    #expect(RowChanges.longestIncreasing((0..<count).reversed()).count == 1)
  }

  @Test func `a closure that throws leaves the list as it was`() {
    let changes = RowChanges(from: 1, to: [RowOrigin(old: nil), RowOrigin(old: 0)])
    var list = ["a"]
    #expect(throws: Stop.self) { try changes.apply(to: &list) { _ in throw Stop() } }
    #expect(list == ["a"])
  }
}
