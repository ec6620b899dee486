internal import Foundation
internal import LodeCoding

/// The maximum size, in bytes, of the blobs and data that a shortened value contains in full.
///
/// A shortened value has the size of larger data instead, such as `<200 kB>`.
let shownDataLimit = 1000

/// Returns the text that replaces data of this size.
func sizeInPlace(of bytes: Int) -> String { "<\(size(bytes))>" }

extension Archive {
  /// Returns the archive with sizes in place of the blobs and data over `shownDataLimit` bytes.
  func withShortBlobs() -> Archive {
    var short = self
    short.root = root.withShortBlobs()
    short.objects = objects.map { $0?.withShortBlobs() }
    return short
  }
}

extension ArchiveValue {
  fileprivate func withShortBlobs() -> ArchiveValue {
    switch self {
    case .data(let data):
      return data.count > shownDataLimit ? .string(sizeInPlace(of: data.count)) : self
    case .array(let values): return .array(values.map { $0.withShortBlobs() })
    case .dictionary(let entries): return .dictionary(entries.mapValues { $0.withShortBlobs() })
    case .typed(let type, let value):
      let short = value.withShortBlobs()
      // A changed value has a size as text, and may not fit the type.
      return short == value ? .typed(type, value) : short
    case .object(let object):
      guard let blob else { return .object(object.withShortBlobs()) }
      return blob.count > shownDataLimit ? .string(sizeInPlace(of: blob.count)) : self
    default: return self
    }
  }
}

extension ArchivedObject {
  fileprivate func withShortBlobs() -> ArchivedObject {
    var short = self
    for index in fields.indices {
      short.fields[index].value = fields[index].value.withShortBlobs()
    }
    for (number, group) in (extensions ?? []).enumerated() {
      for index in group.fields.indices {
        short.extensions?[number].fields[index].value = group.fields[index].value.withShortBlobs()
      }
    }
    short.superclass = superclass?.withShortBlobs()
    return short
  }
}
