import LodeLMDB

func check(_ one: Environment, _ other: Environment) throws {
  try one.write { first in
    try other.write { second in
      swap(&first, &second)  // expected-error {{global function 'swap' requires that 'WriteTransaction' conform to 'Escapable'}}
    }
  }
}
