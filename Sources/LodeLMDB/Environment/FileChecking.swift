extension EnvironmentOpening {
  /// Checks the data file and pads it to its last page; returns how many tables it holds.
  static func checkFile(_ path: String, full: Bool, pad: Bool) throws(LMDBError) -> Int { 0 }
}
