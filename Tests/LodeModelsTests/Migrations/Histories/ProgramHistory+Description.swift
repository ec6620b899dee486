import LodeModels

extension ProgramHistory: CustomStringConvertible {
  /// The types of each version of the program, for who looks into a history that differs.
  var description: String {
    programs.indices.map { number in
      let program = programs[number]
      let types = HistoryRole.allCases.compactMap { role -> String? in
        guard let version = type(role, number) else { return nil }
        let step = version.step == nil ? "" : ", with a step"
        return "  \(version.schema(role)) was \(version.formerNames)\(step)"
      }
      let indexes = program.indexes.map { "\($0.kind) \(names($0.fields, number))" }
      return """
        program \(number): \(program.collection), key \(names(program.key, number)), \
        steps \(program.storeSteps.map(\.name)), indexes \(indexes), types \(program.namesTypes)
        \(types.joined(separator: "\n"))
        """
    }.joined(separator: "\n")
  }
}
