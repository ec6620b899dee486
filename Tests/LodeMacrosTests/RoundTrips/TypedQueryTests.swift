#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestSupport
  import Testing

  @Suite("Conditions on the properties of models that macros made")
  struct TypedQueryTests {
    private let directory: TemporaryDirectory
    private let store: Store

    init() throws {
      directory = try TemporaryDirectory()
      store = try Store(directory.file("s"))
    }

    @Test func `a structure: nested, optional, renamed, transformed, and references`() throws {
      var ada = Owner(id: 1, name: "Ada", home: Place(city: "Oslo"), kind: .cat)
      ada.euros = Euros(cents: 250)
      ada.sex = "f"
      var bob = Owner(id: 2, name: "Bob", home: Place(city: "Bergen"))
      bob.boss = Ref(ada)
      bob.second = Place(city: "Oslo")
      try store.insert(contentsOf: [ada, bob])
      func names(_ query: Query<Owner>) throws -> [String] { try store.fetch(query).map(\.name) }
      #expect(try names(Owner.where { $0.home.city == "Oslo" }) == ["Ada"])
      #expect(try names(Owner.where { $0.second.city == "Oslo" }) == ["Bob"])
      #expect(try names(Owner.where { $0.sex == "f" && $0.euros > 200 }) == ["Ada"])
      #expect(try names(Owner.where { $0.boss == Ref(1) }) == ["Bob"])
      #expect(try names(Owner.where { $0.kind == .cat }) == ["Ada"])
      #expect(try names(Owner.where { $0.home == Place(city: "Bergen") }) == ["Bob"])
      #expect(try names(Owner.where { $0.pet == .named("Rex") || $0.pet == .stray }) == [])
      bob.pet = .named("Rex")
      try store.put(bob)
      #expect(try names(Owner.where { $0.pet == .named("Rex") }) == ["Bob"])
      #expect(try names(Owner.order { .descending($0.home.city) }) == ["Ada", "Bob"])
      #expect(try store.update(Owner.where { $0.boss != nil }) { $0.name = "Eve" }.changed == 1)
      #expect(try store.delete(Owner.where { !($0.name == "Eve") }) == 1)
      #expect(try store.count(Query(Owner.self)) == 1)
    }

    @Test
    func
      `a class, and objects that are referred to; a superclass's fields are those of its subclasses`()
      throws
    {
      let tree = Tree(id: 1, root: Branch(length: 5))
      tree.root?.next = Branch(length: 7)
      tree.twig = Twig(length: 9)
      try store.insert(tree)
      try store.insert(Tree(id: 2, root: nil))
      #expect(try store.fetch(Tree.where { $0.root.length == 5 }).map(\.id) == [1])
      #expect(try store.count(Tree.where { $0.root.next.length > 5 }) == 1)
      #expect(try store.count(Tree.where { $0.twig.length == 9 }) == 1)
      #expect(try store.count(Tree.where { $0.root.length != 5 }) == 1)
      #expect(try store.fetch(Tree.order { .descending($0.root.length) }).map(\.id) == [1, 2])
    }
  }

  @Archivable
  private struct Place: Equatable {
    var city: String
    var zip: Int?
  }

  @Archivable
  private enum Pet: Equatable {
    case stray
    case named(String)
  }

  private enum Kind: String, ArchivableValue { case dog, cat }

  private struct Euros: Equatable { var cents: Int }

  private enum InCents: ArchiveTransform {
    static func stored(from value: Euros) -> Int { value.cents }
    static func value(from stored: Int) -> Euros { Euros(cents: stored) }
  }

  @Model("owners")
  private struct Owner: Equatable {
    @Key var id: Int
    var name: String
    var home: Place
    var second: Place?
    var kind: Kind?
    var pet: Pet?
    @Stored("gender") var sex: String?
    @Transformed(by: InCents.self) var euros = Euros(cents: 0)
    var boss: Ref<Owner>?
  }

  @Archivable(superclass: nil)
  private class Branch {
    var length: Int
    @Reference var next: Branch?
    init(length: Int) { self.length = length }
  }

  @Archivable(superclass: Branch.self)
  private final class Twig: Branch {
    var leaves = 3
    override init(length: Int) { super.init(length: length) }
  }

  @Model("trees")
  private final class Tree {
    @Key let id: Int
    @Reference var root: Branch?
    var twig: Twig?
    init(id: Int, root: Branch?) { (self.id, self.root) = (id, root) }
  }
#endif
