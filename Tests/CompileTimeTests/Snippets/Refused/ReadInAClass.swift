import LodeLMDB

final class Keeper {
  var transaction: ReadTransaction?  // expected-error {{the '_read' accessor cannot return a ~Escapable result}}
}
