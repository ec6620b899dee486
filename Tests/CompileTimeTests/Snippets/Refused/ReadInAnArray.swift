import LodeLMDB

func check() {
  var kept: [ReadTransaction] = []  // expected-error {{type 'ReadTransaction' does not conform to protocol 'Copyable'}}
  kept.removeAll()
}
