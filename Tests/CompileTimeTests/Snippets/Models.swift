// The models that the examples of Lode speak of, in front of them.

@Model("city") struct City {
  @Key var name: String
  var people = 0
}
enum CityError: Error { case negative }

@Model struct Person: Equatable {
  @Key var id: Int
  var email: String?
}

@Model struct Recipe {
  @Key var id: Int
  @Searchable var title: String
  @Searchable var steps: [String] = []
}

@Archivable struct Contact {
  var name: String
  var phone: String?
}
@Model struct NameRow { @Key var name: String }
@Model struct PhoneRow {
  @Key var name: String
  var phone: String?
}
