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
      read(declaration.memberBlock.members, isConditional: false)
      // References come after all other fields, because decoding reads references last.
      properties = properties.filter { !$0.isReference } + properties.filter(\.isReference)
    }

    private mutating func read(_ members: MemberBlockItemListSyntax, isConditional: Bool) {
      for member in members {
        if let condition = member.decl.as(IfConfigDeclSyntax.self) {
          for clause in condition.clauses {
            guard case .decls(let inside) = clause.elements else { continue }
            read(inside, isConditional: true)
          }
        } else if let property = member.decl.as(VariableDeclSyntax.self), property.isOfInstances {
          read(property, isConditional: isConditional)
        }
      }
    }

    private mutating func read(_ property: VariableDeclSyntax, isConditional: Bool) {
      for (binding, type) in property.bindings.typed where binding.isStored {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
          if property.attributes.first(named: "Ignored") == nil {
            problems.append(Problem.pattern.at(binding.pattern))
          }
          continue
        }
        let candidate = Candidate(name: name, property: property, binding: binding, type: type)
        if property.attributes.first(named: "Ignored") != nil {
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
      let specifier = candidate.property.bindingSpecifier
      if candidate.property.isConstant {
        problems.append(
          Problem.constantExtensions.at(
            specifier,
            fixIts: [FixIt("change 'let' to 'var'", .replaceText(of: specifier, with: "var"))]))
      } else if extensions != nil {
        problems.append(
          Problem.secondExtensions.at(
            candidate.name, fixIts: [.ignore(candidate.binding, of: candidate.property)]))
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
      let markers = [
        "Stored", "Transformed", "Reference", "Key", "Index", "Unique", "Searchable",
      ]
      guard markers.contains(where: { candidate.property.attributes.first(named: $0) != nil })
      else {
        return
      }
      let specifier = candidate.property.bindingSpecifier
      problems.append(
        Problem.constant(candidate.name.text).at(
          specifier,
          fixIts: [FixIt("change 'let' to 'var'", .replaceText(of: specifier, with: "var"))]))
    }
  }
#endif
