#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  extension Candidate {
    /// Returns the archived form of a weak property or of a property with `@Reference`; `nil` for
    /// other properties.
    ///
    /// - Throws: `PropertyError` in each of these cases:
    ///   - The property is unowned.
    ///   - The reference is in a struct, is a constant, has `@Transformed`, or is not optional.
    func reference(inClass isClass: Bool) throws(PropertyError) -> ArchivedProperty.Way? {
      let marker = property.attributes.first(named: "Reference")
      if let unowned = property.modifier(.unowned) { throw unownedError(unowned) }
      guard property.isReference else { return nil }
      guard isClass else {
        throw PropertyError(
          .referenceInStruct(name.text), at: name,
          fixIts: [marker.map { .remove($0) } ?? .ignore(binding, of: property)])
      }
      try checkReference()
      guard let wrapped = type?.wrapped else {
        throw PropertyError(
          .referenceNotOptional(name.text), at: type.map(Syntax.init) ?? Syntax(name),
          fixIts: type.map { [FixIt("make it optional", .insert("?", after: $0))] } ?? [])
      }
      // A weak property does not keep its object alive. Therefore, a weak property without
      // `@Reference` is conditional: the archive contains the object only if the object is the
      // root, or if another property, which is not conditional, archives the object.
      return .reference(to: wrapped.trimmedDescription, isConditional: marker == nil)
    }

    /// Refuses a reference that is a constant or has `@Transformed`.
    private func checkReference() throws(PropertyError) {
      if let transformed = property.attributes.first(named: "Transformed") {
        throw PropertyError(
          .transformedReference(name.text), at: transformed, fixIts: [.remove(transformed)])
      }
      if property.isConstant {
        throw PropertyError(
          .referenceConstant(name.text), at: property.bindingSpecifier,
          fixIts: [.makeVariable(property)])
      }
    }

    private func unownedError(_ modifier: DeclModifierSyntax) -> PropertyError {
      let weaken = FixIt.Change.replaceText(of: modifier, with: "weak")
      guard let type, type.wrapped == nil else {
        return PropertyError(
          .unowned(name.text), at: modifier, fixIts: [FixIt("make it weak", weaken)])
      }
      return PropertyError(
        .unowned(name.text), at: modifier,
        fixIts: [FixIt("make it weak and optional", weaken, .insert("?", after: type))])
    }
  }
#endif
