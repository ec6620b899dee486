import LodeLMDB

func check() {
  var kept: [ReadCursor] = []  // expected-error {{type 'ReadCursor' does not conform to protocol 'Copyable'}}
  kept.removeAll()
}
