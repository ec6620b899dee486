import Foundation
import LodeModels
import LodeTestSupport

/// What transaction `n` of the workload with features does; depends on the seed and on `n` alone.
///
/// The store has 60 rows at most, so that a checker can compare tens of thousands of states.
struct FeaturePlan {
  enum Change {
    case put(Person)
    case deletePerson(Int)
    case note(Note)
    case deleteNote(String)
    case picture(Picture)
    case deletePicture(UUID)
  }

  /// The version of the program that runs a transaction.
  enum Phase {
    case old, current, new
  }

  /// What changes no contents, and happens in commits of its own before a transaction.
  enum Job {
    case createIndex, dropIndex, compact, train, recompress
  }

  let number: Int
  private(set) var changes: [Change] = []

  static func phase(_ number: Int) -> Phase {
    number <= 6 ? .old : number <= 20 ? .current : .new
  }

  var phase: Phase { Self.phase(number) }

  var job: Job? {
    if phase == .old { return nil }
    return switch number % 12 {
    case 9: .createIndex
    case 11: .compact
    case 1: .train
    case 3: .recompress
    case 5: .dropIndex
    default: nil
    }
  }

  init(seed: UInt64, number: Int) {
    self.number = number
    var random = SeededGenerator(
      seed: seed &* 0x9E37_79B9 &+ UInt64(number) &* 0xC2B2_AE3D_27D4_EB4F)
    for _ in 0..<3 { changes.append(.put(Person(.random(in: 0..<30, using: &random), &random))) }
    changes.append(.deletePerson(.random(in: 0..<30, using: &random)))
    if phase == .old { return }
    for _ in 0..<2 { changes.append(.note(Note(.random(in: 0..<18, using: &random), &random))) }
    changes.append(.deleteNote(Note.slug(.random(in: 0..<18, using: &random))))
    var picture = Picture(.random(in: 0..<12, using: &random), &random)
    // Few blobs, so that their numbers of references change in most transactions.
    picture.image = Picture.blob(.random(in: 0..<5, using: &random))
    picture.thumbnail = picture.thumbnail.map { _ in
      Picture.blob(.random(in: 0..<3, using: &random))
    }
    changes.append(.picture(picture))
    if number % 2 == 0 {
      changes.append(.deletePicture(Picture.id(.random(in: 0..<12, using: &random))))
    }
  }
}

/// The contents that a store must have after some transactions of the workload with features.
struct FeatureContents: ExpectedState {
  private(set) var number = 0
  private(set) var people: [Int: Person] = [:]
  private(set) var notes: [String: Note] = [:]
  private(set) var pictures: [UUID: Picture] = [:]

  mutating func advance(seed: UInt64) {
    number += 1
    for change in FeaturePlan(seed: seed, number: number).changes {
      switch change {
      case .put(let person): people[person.id] = person
      case .deletePerson(let id): people[id] = nil
      case .note(let note): notes[note.slug] = note
      case .deleteNote(let slug): notes[slug] = nil
      case .picture(let picture): pictures[picture.id] = picture
      case .deletePicture(let id): pictures[id] = nil
      }
    }
  }
}
