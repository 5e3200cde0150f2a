/** Whether a line may end before a grapheme. */
export const Break = {
  never: 0,
  /** Only inside a word that is longer than its line; some programs always break here. */
  rather: 1,
  may: 2,
  must: 3
} as const
export type Break = (typeof Break)[keyof typeof Break]

const blank = /^[\t \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/
const newline = /^[\n\v\f\r\u0085\u2028\u2029]/
const hyphen = /^[-\u2010]/
const seam = /^[-\u2010/\\\u2013\u2014\u200b?]/
const word = /^[\p{L}\p{N}]/u
const letter = /^\p{L}/u
const ideographic =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u
/** May not begin a line: closing brackets, full stops, small kana, and what ends a word in any script. */
const ending =
  /^[\p{Pe}\p{Pf}!?.,:;/%°"'\u2026\u3001\u3002\u3005\u303b\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u309b-\u309e\u30a0\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f]/u
/** May not end a line. */
const opening = /^[\p{Ps}\p{Pi}"'$\u00a3\u20ac\u00a5\uff04\uffe1\uffe5]/u
/** Scripts without spaces; a dictionary finds their words. */
const unspaced = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

export interface Kind {
  readonly blank: boolean
  readonly newline: boolean
  readonly hyphen: boolean
  readonly seam: boolean
  readonly word: boolean
  readonly letter: boolean
  readonly ideographic: boolean
  readonly ending: boolean
  readonly opening: boolean
  readonly unspaced: boolean
}

/** By code point; the first 128 have their own place, as most of most texts. */
const kinds = new Map<number, Kind>()
const ascii: Array<Kind> = []

/** What the first character of a grapheme says about line breaks. */
export const kindOf = (grapheme: string): Kind => {
  const code = grapheme.codePointAt(0) ?? 0
  const common = ascii[code]
  if (common !== undefined) return common
  const seen = kinds.get(code)
  if (seen !== undefined) return seen
  const kind = {
    blank: blank.test(grapheme),
    newline: newline.test(grapheme),
    hyphen: hyphen.test(grapheme),
    seam: seam.test(grapheme),
    word: word.test(grapheme),
    letter: letter.test(grapheme),
    ideographic: ideographic.test(grapheme),
    ending: ending.test(grapheme),
    opening: opening.test(grapheme),
    unspaced: unspaced.test(grapheme)
  }
  kinds.set(code, kind)
  return kind
}

for (let code = 0; code < 0x80; code++) ascii.push(kindOf(String.fromCharCode(code)))

/**
 * Between two neighbours, where all of PowerPoint, LibreOffice and browsers would break: fewer breaks than one of them
 * has give at least as many lines. `before` is what precedes `left`.
 */
export const breakBetween = (before: Kind | undefined, left: Kind, right: Kind): Break => {
  if (left.newline) return Break.must
  if (right.blank || right.newline) return Break.never
  if (left.blank) return right.ending ? Break.rather : Break.may
  if (left.hyphen && right.letter && before?.word === true) return Break.may
  if ((left.ideographic || right.ideographic) && !left.opening && !right.ending) return Break.may
  return left.seam ? Break.rather : Break.never
}
