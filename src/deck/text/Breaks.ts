const blank = "\\t\\n\\r \\u1680\\u2000-\\u2006\\u2008-\\u200a\\u205f\\u3000"
/** May not begin a line: closing brackets, full stops and what ends a sentence. */
const ending = "[\\p{Pe}\\p{Pf}!?.,:;/%°\"'…]"

/** Ends of lines on which all of PowerPoint, LibreOffice and browsers agree: fewer breaks give at least as many lines. */
const gaps = new RegExp(`(?<=[${blank}])(?![${blank}]|${ending})|(?<=[\\p{L}\\p{N}][-\\u2010])(?=\\p{L})`, "gu")

/** Scripts whose words have no space between them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter("en", { granularity: "word" })
const blanks = new RegExp(`^[${blank}]`)

export const isBlank = (grapheme: string): boolean => blanks.test(grapheme)

/** UTF-16 positions of a text at which a line may end. A text is one line: it has no line breaks, which are blanks at most. */
export const breaksIn = (text: string): ReadonlySet<number> => {
  const positions = Array.from(text.matchAll(gaps), ({ index }) => index)
  if (!unspaced.test(text)) return new Set(positions)
  const begins = Array.from(words.segment(text)).filter(
    ({ index, segment }) => index > 0 && unspaced.test(segment) && unspaced.test(text.charAt(index - 1))
  )
  return new Set([...positions, ...begins.map(({ index }) => index)])
}
