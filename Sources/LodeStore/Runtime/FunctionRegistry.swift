internal import LodeCoding
internal import Synchronization

/// The registry of the functions of computed values, the tokenizers, and the synonyms that the
/// program provides.
final class FunctionRegistry: Sendable {
  private struct Name: Hashable {
    let collection: String
    let path: ArchivePath
    let version: Int
  }

  private struct TokenizerName: Hashable {
    let collection: String
    let tokenizer: TokenizerChoice
  }

  private let functions = Mutex<[Name: IndexFunction]>([:])
  private let tokenizers = Mutex<[TokenizerName: TokenizerChoice]>([:])

  /// Registers the function of a version of a computed value.
  func add(
    _ function: IndexFunction, at path: ArchivePath, version: Int, of collection: String
  ) {
    let name = Name(collection: collection, path: path, version: version)
    functions.withLock { $0[name] = function }
  }

  /// Registers a tokenizer with its functions and synonyms.
  func add(_ tokenizer: TokenizerChoice, of collection: String) {
    let name = TokenizerName(collection: collection, tokenizer: tokenizer)
    tokenizers.withLock { $0[name] = tokenizer }
  }

  /// Registers the functions, tokenizers, and synonyms of a renamed collection under the new name.
  func add(from old: String, to new: String) {
    functions.withLock { functions in
      for (name, function) in functions where name.collection == old {
        functions[Name(collection: new, path: name.path, version: name.version)] = function
      }
    }
    tokenizers.withLock { tokenizers in
      for (name, tokenizer) in tokenizers where name.collection == old {
        tokenizers[TokenizerName(collection: new, tokenizer: name.tokenizer)] = tokenizer
      }
    }
  }

  /// Returns the tokenizer of a field with its functions.
  ///
  /// Returns `nil` if a function is not registered, or if the version of the tokenizer differs from
  /// the field's version.
  func tokenizer(of field: SearchField, in collection: String) -> TokenizerChoice? {
    if !field.tokenizer.needsFunctions { return field.isKnown ? field.tokenizer : nil }
    let name = TokenizerName(collection: collection, tokenizer: field.tokenizer)
    guard let known = tokenizers.withLock({ $0[name] }) else { return nil }
    return known.version == field.version ? known : nil
  }

  /// Returns the function of a version of a computed value, or `nil` if the function is not
  /// registered.
  func function(
    at path: ArchivePath, version: Int, in collection: String
  ) -> IndexFunction? {
    let name = Name(collection: collection, path: path, version: version)
    return functions.withLock { $0[name] }
  }
}
