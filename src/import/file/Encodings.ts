/** The encodings that can be chosen where bytes are no Unicode; the most usual first. */
export const encodings = [
  ...["windows-1252", "macintosh", "windows-1250", "windows-1251", "shift_jis", "gbk", "big5", "euc-kr", "euc-jp"],
  ...["windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "windows-874"],
  ...["iso-8859-2", "iso-8859-5", "koi8-r", "koi8-u", "ibm866", "x-mac-cyrillic", "utf-8", "utf-16le", "utf-16be"]
] as const

/** The letters that languages have besides those of ASCII, in lower case, by the encoding that their programs write. */
const alphabets: ReadonlyArray<readonly [encoding: (typeof encodings)[number], letters: string]> = [
  ...["äöüßé", "éèêëàâçîïôûùœ", "áéíóúñü", "ãõáéíóúâêôçà", "àèéìòù", "åäöæøé", "ëïéöü", "áðéíóúýþæö"].flatMap(
    (letters) => [["windows-1252", letters] as const, ["macintosh", letters] as const]
  ),
  ["windows-1250", "ąćęłńóśźż"],
  ["iso-8859-2", "ąćęłńóśźż"],
  ["windows-1250", "áčďéěíňóřšťúůýžĺľŕôä"],
  ["windows-1250", "áéíóöőúüű"],
  ["windows-1250", "ăâîșşțţ"],
  ["windows-1250", "čćđšž"],
  ["windows-1254", "çğıöşüâîûİ"],
  ["windows-1257", "ąčęėįšųūžāēģīķļņõäöü"],
  // Before Cyrillic, whose small letters have the same bytes; its capitals are none of these.
  ["windows-1255", "אבגדהוזחטיכלמנסעפצקרשתךםןףץ"],
  ...(["windows-1251", "koi8-r", "ibm866", "x-mac-cyrillic", "iso-8859-5"] as const).map(
    (encoding) => [encoding, "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ"] as const
  ),
  ["windows-1253", "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ"],
  ["windows-1256", "ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءآأؤإئپچژگ"],
  ["windows-874", "กขคฆงจฉชซญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืฺุูเแโใไๅๆ็่้๊๋์"]
]

/** Marks that texts of all languages have. */
const marks = "„“”‚‘’«»–—…•·€£§°²³µ×±®™©¿¡\u00A0"

/** Two bytes of a usual character, in the encodings of Asia; those that allow the fewest first. */
const pairs: ReadonlyArray<readonly [encoding: (typeof encodings)[number], pair: RegExp]> = [
  ["euc-kr", /[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]/g],
  ["euc-jp", /[\xa1-\xa5\xb0-\xcf][\xa1-\xfe]/g],
  ["shift_jis", /[\x81\x88-\x97][\x40-\x7e\x80-\xfc]|\x82[\x4f-\xf1]|\x83[\x40-\x96]/g],
  ["big5", /[\xa1-\xa3\xa4-\xc6][\x40-\x7e\xa1-\xfe]/g],
  ["gbk", /[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]/g]
]

/** Above this share of an encoding's usual characters bytes are of it. */
const sureShare = 0.95

/** Bytes beyond ASCII that a guess looks at. */
const maxSample = 4_000

export const decodedAs = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes)

export const isUtf8 = (bytes: Uint8Array): Promise<boolean> =>
  Promise.resolve(bytes)
    .then((all) => new TextDecoder("utf-8", { fatal: true }).decode(all))
    .then(
      () => true,
      () => false
    )

/** What no word has: a mark or a capital inside, or letters of another script beside Latin ones. */
const misplacedIn =
  /(?<=\p{L})[^\p{L}\p{M}’\s\-~](?=\p{L})|(?<=\p{Ll})\p{Lu}|(?<=[a-zA-Z])(?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}(?=[a-zA-Z])/gu

/** The share of the characters beyond ASCII that a language has, without those that are misplaced. */
const shareOf = (text: string, letters: string): number => {
  const beyond = text.match(/\P{ASCII}/gu) ?? []
  const known = new Set(letters + letters.toUpperCase() + marks)
  const right = beyond.filter((one) => known.has(one)).length
  const misplaced = text.match(misplacedIn)?.filter((one) => one > "~").length ?? 0
  return (right - misplaced) / Math.max(1, beyond.length)
}

/** The lines with bytes beyond ASCII, as far as a guess looks at them, as characters of the same numbers. */
const sampleOf = (text: string): string => {
  const lines = text.split(/[\r\n]+/).filter((line) => /[\x80-\xff]/.test(line))
  return lines.join("\n").slice(0, maxSample)
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

/** The encoding that bytes, given as characters of the same numbers, have most likely where they are no UTF-8. */
export const guessEncoding = (text: string): (typeof encodings)[number] => {
  const sample = sampleOf(text)
  const beyond = (sample.match(/[\x80-\xff]/g) ?? []).length
  const bytes = bytesOf(sample)
  const utf8 = decodedAs(bytes, "utf-8")
  // A few wrong bytes in a text of UTF-8.
  if ((utf8.match(/\uFFFD/g) ?? []).length * 10 < (utf8.match(/\P{ASCII}/gu) ?? []).length) return "utf-8"
  const asian = pairs.find(([, pair]) => {
    const found = (sample.match(pair) ?? []).join("").match(/[\x80-\xff]/g) ?? []
    return beyond >= 4 && found.length >= sureShare * beyond
  })
  if (asian !== undefined) return asian[0]
  const shares = alphabets.map(([encoding, letters]) => {
    const decoded = decodedAs(bytes, encoding)
    return decoded.includes("\uFFFD") ? 0 : shareOf(decoded, letters)
  })
  const best = Math.max(...shares)
  return alphabets[shares.indexOf(best)]?.[0] ?? encodings[0]
}
