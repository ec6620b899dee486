import LodeCoding
import LodeModels

/// A number for an answer of the store: the same for the same values in the same order.
struct Digest {
  private(set) var value: UInt64 = 0

  mutating func add(_ bytes: Span<UInt8>) { value = Checksum.rapidhash(bytes, seed: value &+ 1) }
  mutating func add(_ text: String) { add(Array(text.utf8).span) }
  mutating func add(_ number: Int) { add("\(number)") }

  mutating func add(_ person: Person) {
    add("\(person.id) \(person.name) \(person.city) \(person.age) \(person.email)")
  }

  mutating func add(_ note: Note) {
    add("\(note.slug) \(note.title) \(note.text) \(note.stars) \(note.tags)")
    if let attachment = note.attachment { add(Array(attachment).span) }
  }

  mutating func add(_ picture: Picture) {
    add("\(picture.id) \(picture.number) \(picture.label)")
    add(Array(picture.image.data).span)
    if let thumbnail = picture.thumbnail { add(Array(thumbnail.data).span) }
  }
}
