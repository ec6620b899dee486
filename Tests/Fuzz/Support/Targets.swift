/// Every target by the name of its file.
///
/// `Tests/Fuzz/run` runs the program under that name.
let targets: [String: any Target.Type] = [
  "ArchiveJSON": ArchiveJSONTarget.self,
  "ArchivedValues": ArchivedValuesTarget.self,
  "Archives": ArchivesTarget.self,
  "Blocks": BlocksTarget.self,
  "CodableValues": CodableValuesTarget.self,
  "Conditions": ConditionsTarget.self,
  "Dictionaries": DictionariesTarget.self,
  "Extensions": ExtensionsTarget.self,
  "KeyLiterals": KeyLiteralsTarget.self,
  "KeyRanges": KeyRangesTarget.self,
  "KeyScans": KeyScansTarget.self,
  "Keys": KeysTarget.self,
  "Paths": PathsTarget.self,
  "Projections": ProjectionsTarget.self,
  "SearchLanguage": SearchLanguageTarget.self,
  "Tokens": TokensTarget.self,
  "Values": ValuesTarget.self,
]
