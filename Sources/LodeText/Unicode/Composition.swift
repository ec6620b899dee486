/// The canonical composition of a letter and a mark: "e" and U+0301 become "é".
///
/// Tokenizers read texts in composed form, so that composed and decomposed texts have the same
/// tokens.
enum Composition {
  /// Returns the composition of a letter and a mark, or `nil` if both remain separate.
  static func composed(_ letter: UInt32, _ mark: UInt32) -> UInt32? {
    hangul(letter, mark) ?? pairs[UInt64(letter) << 32 | UInt64(mark)]
  }

  /// The scalars that can compose with a previous letter.
  static let marks: Set<UInt32> = {
    var marks = Set(pairs.keys.map { UInt32(truncatingIfNeeded: $0) })
    marks.formUnion(vowels)
    marks.formUnion(finals)
    return marks
  }()

  /// Returns whether a scalar with this first UTF-8 byte can be a mark.
  ///
  /// Other scalars can have the same first byte.
  @inline(__always)
  static func mayBeMark(_ byte: UInt8) -> Bool {
    byte >= 0xC0 && markBytes >> UInt64(byte & 0x3F) & 1 != 0
  }

  private static let markBytes: UInt64 = marks.reduce(0) { bits, mark in
    guard let first = Unicode.Scalar(mark).map({ String($0).utf8.first ?? 0 }) else { return bits }
    return bits | 1 << UInt64(first & 0x3F)
  }

  /// Returns the canonical combining class of a mark in this table.
  static func side(_ mark: UInt32) -> UInt8 {
    switch mark {
    case 0x3099, 0x309A: 8
    case 0x334...0x338: 1
    case 0x321...0x322, 0x327...0x328: 202
    case 0x31B: 216
    case 0x315, 0x31A, 0x358: 232
    case 0x35C, 0x35F, 0x362: 233
    case 0x35D...0x35E, 0x360...0x361: 234
    case 0x345: 240
    case 0x316...0x319, 0x31C...0x320, 0x323...0x326, 0x329...0x333, 0x339...0x33C, 0x347...0x349,
      0x34D...0x34E, 0x353...0x356, 0x359...0x35A, 0x655:
      220
    default: 230
    }
  }

  // Unicode orders Korean syllables by initial consonant, vowel, and final consonant.
  private static let initials: Range<UInt32> = 0x1100..<0x1113
  private static let vowels: Range<UInt32> = 0x1161..<0x1176
  private static let finals: Range<UInt32> = 0x11A8..<0x11C3
  private static let syllables: Range<UInt32> = 0xAC00..<0xD7A4

  private static func hangul(_ letter: UInt32, _ mark: UInt32) -> UInt32? {
    if initials.contains(letter), vowels.contains(mark) {
      let pair = (letter - initials.lowerBound) * 21 + mark - vowels.lowerBound
      return syllables.lowerBound + pair * 28
    }
    guard syllables.contains(letter), finals.contains(mark),
      (letter - syllables.lowerBound) % 28 == 0
    else { return nil }
    return letter + mark - finals.lowerBound + 1
  }

  private static let pairs: [UInt64: UInt32] = {
    var pairs: [UInt64: UInt32] = [:]
    for line in text.unicodeScalars.split(separator: "\n") {
      let entry = line.split(separator: " ")
      guard entry.count == 2, let mark = UInt64(String(Substring(entry[0])), radix: 16) else {
        continue
      }
      let letters = Array(entry[1])
      for index in stride(from: 0, to: letters.count - 1, by: 2) {
        pairs[UInt64(letters[index].value) << 32 | mark] = letters[index + 1].value
      }
    }
    return pairs
  }()

  /// The compositions, one line for each mark: the mark, then pairs of a letter and its
  /// composition.
  ///
  /// Source: UnicodeData.txt of Unicode 14.0, without the exclusions of CompositionExclusions.txt.
  private static let text = """
    0300 AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳἀἂἁἃἈἊἉἋ
    0300 ἐἒἑἓἘἚἙἛἠἢἡἣἨἪἩἫἰἲἱἳἸἺἹἻὀὂὁὃὈὊὉὋὐὒὑὓὙὛὠὢὡὣὨὪὩὫαὰεὲηὴιὶοὸυὺωὼΑᾺΕῈΗῊ᾿῍ϊῒΙῚ῾῝ϋῢΥῪ¨῭ΟῸΩῺ
    0301 AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿ¨΅ΑΆΕΈΗΉΙΊΟΌΥΎΩΏ
    0301 ϊΐαάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓкќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôố
    0301 ƠỚơớƯỨưứἀἄἁἅἈἌἉἍἐἔἑἕἘἜἙἝἠἤἡἥἨἬἩἭἰἴἱἵἸἼἹἽὀὄὁὅὈὌὉὍὐὔὑὕὙὝὠὤὡὥὨὬὩὭ᾿῎῾῞
    0302 AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ
    0303 AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ
    0304 AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳИӢиӣУӮуӯGḠgḡḶḸḷḹṚṜṛṝαᾱΑᾹιῑΙῙυῡΥῩ
    0306 AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўЖӁжӂАӐаӑЕӖеӗȨḜȩḝẠẶạặαᾰΑᾸιῐΙῘυῠΥῨ
    0307 CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊ
    0307 xẋYẎyẏſẛ
    0308 AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёіїАӒаӓӘӚәӛЖӜжӝЗӞзӟИӤиӥОӦоӧӨӪөӫЭӬэӭУӰуӱЧӴчӵЫӸ
    0308 ыӹHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ
    0309 AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ
    030A AÅaåUŮuůwẘyẙ
    030B OŐoőUŰuűУӲуӳ
    030C CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ
    030F AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕѴѶѵѷ
    0311 AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ
    0313 αἀΑἈεἐΕἘηἠΗἨιἰΙἸοὀΟὈυὐωὠΩὨρῤ
    0314 αἁΑἉεἑΕἙηἡΗἩιἱΙἹοὁΟὉυὑΥὙωὡΩὩρῥΡῬ
    031B OƠoơUƯuư
    0323 BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ
    0324 UṲuṳ
    0325 AḀaḁ
    0326 SȘsșTȚtț
    0327 CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ
    0328 AĄaąEĘeęIĮiįUŲuųOǪoǫ
    032D DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ
    032E HḪhḫ
    0330 EḚeḛIḬiḭUṴuṵ
    0331 BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ
    0338 ←↚→↛↔↮⇐⇍⇔⇎⇒⇏∃∄∈∉∋∌∣∤∥∦∼≁≃≄≅≇≈≉=≠≡≢≍≭<≮>≯≤≰≥≱≲≴≳≵≶≸≷≹≺⊀≻⊁⊂⊄⊃⊅⊆⊈⊇⊉⊢⊬⊨⊭⊩⊮⊫⊯≼⋠≽⋡⊑⋢⊒⋣⊲⋪⊳⋫⊴⋬⊵⋭
    0342 ἀἆἁἇἈἎἉἏἠἦἡἧἨἮἩἯἰἶἱἷἸἾἹἿὐὖὑὗὙὟὠὦὡὧὨὮὩὯαᾶ¨῁ηῆ᾿῏ιῖϊῗ῾῟υῦϋῧωῶ
    0345 ἀᾀἁᾁἂᾂἃᾃἄᾄἅᾅἆᾆἇᾇἈᾈἉᾉἊᾊἋᾋἌᾌἍᾍἎᾎἏᾏἠᾐἡᾑἢᾒἣᾓἤᾔἥᾕἦᾖἧᾗἨᾘἩᾙἪᾚἫᾛἬᾜἭᾝἮᾞἯᾟὠᾠὡᾡὢᾢὣᾣὤᾤὥᾥὦᾦὧᾧὨᾨὩᾩ
    0345 ὪᾪὫᾫὬᾬὭᾭὮᾮὯᾯὰᾲαᾳάᾴᾶᾷΑᾼὴῂηῃήῄῆῇΗῌὼῲωῳώῴῶῷΩῼ
    0653 اآ
    0654 اأوؤيئەۀہۂےۓ
    0655 اإ
    093C नऩरऱळऴ
    09BE েো
    09D7 েৌ
    0B3E େୋ
    0B56 େୈ
    0B57 େୌ
    0BBE ெொேோ
    0BD7 ஒஔெௌ
    0C56 ెై
    0CC2 ೆೊ
    0CD5 ಿೀೆೇೊೋ
    0CD6 ೆೈ
    0D3E െൊേോ
    0D57 െൌ
    0DCA ෙේොෝ
    0DCF ෙො
    0DDF ෙෞ
    102E ဥဦ
    1B35 ᬅᬆᬇᬈᬉᬊᬋᬌᬍᬎᬑᬒᬺᬻᬼᬽᬾᭀᬿᭁᭂᭃ
    3099 かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべほぼうゔゝゞカガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボ
    3099 ウヴワヷヰヸヱヹヲヺヽヾ
    309A はぱひぴふぷへぺほぽハパヒピフプヘペホポ
    110BA 𑂙𑂚𑂛𑂜𑂥𑂫
    11127 𑄱𑄮𑄲𑄯
    1133E 𑍇𑍋
    11357 𑍇𑍌
    114B0 𑒹𑒼
    114BA 𑒹𑒻
    114BD 𑒹𑒾
    115AF 𑖸𑖺𑖹𑖻
    11930 𑤵𑤸
    """
}
