#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The fields of a struct or a class, and the problems of its properties.
  struct PropertyReader {
    private let isClass: Bool
    private(set) var properties: [ArchivedProperty] = []
    /// The name of the property of type `ArchiveExtensions`, as written in the program; `nil` if
    /// the type lacks the property.
    private(set) var extensions: String?
    private(set) var problems: [Diagnostic] = []
    private var names: Set<String> = []

    init(_ declaration: some DeclGroupSyntax) {
      isClass = declaration.is(ClassDeclSyntax.self)
      for member in declaration.memberBlock.members.declarations {
        guard let property = member.syntax.as(VariableDeclSyntax.self), property.isOfInstances
        else { continue }
        read(property, isConditional: member.isConditional)
      }
      // References come after all other fields, because decoding reads references last.
      properties = properties.filter { !$0.isReference } + properties.filter(\.isReference)
    }

    private mutating func read(_ property: VariableDeclSyntax, isConditional: Bool) {
      let isIgnored = property.attributes.has("Ignored")
      for (binding, type) in property.bindings.typed where binding.isStored {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
          if !isIgnored { problems.append(Problem.pattern.at(binding.pattern)) }
          continue
        }
        let candidate = Candidate(name: name, property: property, binding: binding, type: type)
        if isIgnored {
          checkIgnored(candidate)
        } else if isConditional {
          problems.append(
            Problem.conditional(name.text).at(name, fixIts: [.ignore(binding, of: property)]))
        } else if candidate.isFixed {
          checkConstant(candidate)
        } else {
          add(candidate)
        }
      }
    }

    private mutating func add(_ candidate: Candidate) {
      if candidate.isExtensions {
        keepExtensions(in: candidate)
        return
      }
      do {
        let property = try candidate.archived(inClass: isClass)
        guard names.insert(property.storedName).inserted else {
          let place = candidate.storedName.nameSyntax.map(Syntax.init) ?? Syntax(candidate.name)
          problems.append(Problem.sameName(property.storedName).at(place))
          return
        }
        properties.append(property)
      } catch {
        problems.append(error.diagnostic)
      }
    }

    /// Records the property of type `ArchiveExtensions`; a constant or a second such property is an
    /// error.
    private mutating func keepExtensions(in candidate: Candidate) {
      let property = candidate.property
      if property.isConstant {
        problems.append(
          Problem.constantExtensions.at(
            property.bindingSpecifier, fixIts: [.makeVariable(property)]))
      } else if extensions != nil {
        problems.append(
          Problem.secondExtensions.at(
            candidate.name, fixIts: [.ignore(candidate.binding, of: property)]))
      } else {
        extensions = candidate.name.text
      }
    }

    /// Checks that a property with `@Ignored` has an initial value.
    private mutating func checkIgnored(_ candidate: Candidate) {
      guard !candidate.binding.hasInitialValue(in: candidate.property) else { return }
      problems.append(
        Problem.ignoredWithoutValue(candidate.name.text).at(
          candidate.name,
          fixIts: [FixIt("add an initial value", .insertInitialValue(in: candidate.binding))]))
    }

    /// Checks a constant with a value (`let x = 1`), which is not a field.
    ///
    /// If the constant has a field attribute, for example `@Stored`, the method records an error.
    private mutating func checkConstant(_ candidate: Candidate) {
      let property = candidate.property
      guard
        property.attributes.has(
          "Stored", "Transformed", "Reference", "Key", "Index", "Unique", "Searchable")
      else { return }
      problems.append(
        Problem.constant(candidate.name.text).at(
          property.bindingSpecifier, fixIts: [.makeVariable(property)]))
    }
  }
#endif
