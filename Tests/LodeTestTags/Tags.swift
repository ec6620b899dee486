package import Testing

extension Tag {
  /// Takes more than three seconds, run alone.
  @Tag package static var slow: Self
  /// Does something else in every run, and prints the seed with which it is repeated.
  @Tag package static var random: Self
  /// Kills a process, or loses what it wrote, and looks at what is left.
  @Tag package static var crash: Self
  /// Starts other processes.
  @Tag package static var process: Self
}
