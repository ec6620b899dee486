import LodeLMDB

final class Keeper {
  var bytes: Span<UInt8>?  // expected-error {{the 'get' accessor cannot return a ~Escapable result}}
}
