import { Encodings, Font, FontNames } from "@pdf-lib/standard-fonts"
import { normalized } from "../../shared/NormalForm.ts"
import { template } from "../templates/Template.ts"

/** How far a grapheme moves the pen, in em. */
interface Advance {
  readonly regular: number
  readonly bold: number
  /** Not in Arial: whatever shows the deck takes another font, whose lines may be taller. */
  readonly substituted: boolean
}

const regular = Font.load(FontNames.Helvetica)
const bold = Font.load(FontNames.HelveticaBold)
const nothing: Advance = { regular: 0, bold: 0, substituted: false }
/** The next default tab stop is at most an inch away: 7.2 em at 10 points, the smallest size of the deck. */
const tab: Advance = { regular: 7.2, bold: 7.2, substituted: false }
const emoji: Advance = { regular: 1.4, bold: 1.4, substituted: true }

/** What Arial holds, by code point. */
const arial = new Map<number, Advance>([[0x09, tab]])
/** The same, and what was met besides. */
const known = new Map<number, Advance>()

for (const code of Encodings.WinAnsi.supportedCodePoints) {
  const { name } = Encodings.WinAnsi.encodeUnicodeCodePoint(code)
  const [thin, thick] = [regular.getWidthOfGlyph(name) ?? 1000, bold.getWidthOfGlyph(name) ?? 1000]
  arial.set(code, { regular: thin / 1000, bold: thick / 1000, substituted: false })
}
arial.set(0xa0, arial.get(0x20) ?? nothing)
arial.set(0xad, arial.get(0x2d) ?? nothing)

/** What Arial holds beyond WinAnsi, in em, the first that matches: about as wide as the widest letters of its kind. */
const arialKinds: ReadonlyArray<readonly [pattern: RegExp, regular: number, bold: number]> = [
  [/[─-▓]/u, 0.72, 0.72],
  [/[−≈≠≤≥√∂∫∞■□▪▫◊○●◘◙◦♠-♦]/u, 0.62, 0.62],
  [/[←-↕▬▲►▼◄☺☻☼♀♂♪♫]/u, 1, 1],
  [/[ЂЄЉЊЋЖМФШЩЫЮљњфшщыюѐ№ωψ]/u, 0.95, 1],
  [/(?=[\p{Script=Greek}\p{Script=Cyrillic}])\p{Lu}/u, 0.75, 0.78],
  [/[\p{Script=Greek}\p{Script=Cyrillic}\u0100-\u024f]/u, 0.58, 0.62]
]

/**
 * Characters that Arial lacks, in em, the first that matches. The widest fonts that commonly stand in set the figures:
 * Segoe UI Emoji, DejaVu Sans, Nirmala UI; whole words of them come out narrower.
 */
const classes: ReadonlyArray<readonly [pattern: RegExp, em: number]> = [
  [/[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Regional_Indicator}]/u, 1.4],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u3100-\u4dff\uff01-\uff60\uffe0-\uffe6]/u, 1],
  [/[\uff61-\uffdc]/u, 0.6],
  [/\p{Script=Hangul}/u, 1],
  [/\p{Script=Hebrew}/u, 0.65],
  [/\p{Script=Thai}|\p{Script=Lao}/u, 0.65],
  [/[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}]/u, 0.8],
  [/\p{Script=Arabic}/u, 0.65],
  [/\p{Script=Armenian}/u, 0.8],
  [/\p{Script=Georgian}/u, 0.7],
  [/\p{Script=Latin}/u, 1.05],
  [/\p{Zs}/u, 1]
]

/** Combining marks, joiners, controls, and the vowels and finals of conjoining Hangul: they stand on what is before. */
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u1160-\u11ff]/u

const letterOf = (character: string): Advance => {
  const own = arial.get(character.codePointAt(0) ?? 0)
  if (own !== undefined) return own
  if (zeroWidth.test(character)) return nothing
  const base = arial.get(normalized(character, "NFD", 1)?.codePointAt(0) ?? 0)
  if (base !== undefined) return base
  const [, thin, thick] = arialKinds.find(([pattern]) => pattern.test(character)) ?? []
  if (thin !== undefined && thick !== undefined) return { regular: thin, bold: thick, substituted: false }
  const em = classes.find(([pattern]) => pattern.test(character))?.[1] ?? 1.1
  return { regular: em, bold: em === 1 ? 1 : em * 1.1, substituted: true }
}

const learn = (code: number): Advance => {
  const advance = letterOf(String.fromCodePoint(code))
  known.set(code, advance)
  return advance
}

/** One picture however many characters make it: flags, skin tones, joined sequences, keycaps. */
const picture = /[\p{Emoji_Presentation}\p{Regional_Indicator}]|\ufe0f/u

/** The advance of one grapheme cluster. */
export const advanceOf = (grapheme: string): Advance => {
  const code = grapheme.codePointAt(0) ?? 0
  const first = known.get(code) ?? learn(code)
  if (grapheme.length === 1) return first
  if (picture.test(grapheme)) return emoji
  let [thin, thick, substituted] = [0, 0, false]
  for (const character of grapheme) {
    const at = character.codePointAt(0) ?? 0
    const advance = known.get(at) ?? learn(at)
    thin += advance.regular
    thick += advance.bold
    substituted ||= advance.substituted
  }
  return { regular: thin, bold: thick, substituted }
}

/** What may join with a neighbour; `\r` as it joins with `\n`. In texts without it, each letter is a grapheme. */
const joining =
  /[^\t\n -\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2100-\u2bff\u3001-\u3029\u3040-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]/

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" })

/** What a reader takes for single characters, in order. */
export const graphemesOf = (text: string): ReadonlyArray<string> =>
  joining.test(text) ? Array.from(segmenter.segment(text), ({ segment }) => segment) : text.split("")

/** More than the figures say: for letters that are only known by their kind, what programs round, and other fonts. */
const slack = template?.isArial === false ? 1.1 : 1.04

/** Inches that `em` take at `size` points. */
export const inches = (em: number, size: number): number => (em * slack * size) / 72

/**
 * Inches that `text` takes on one line at `size` points, never less than it shows. Arial's own letters by their figures
 * (Helvetica's of the Adobe font metrics, the same in Arial and Liberation Sans), without kerning; others on the wide side.
 */
export const widthOf = (text: string, size: number, bold: boolean): number => {
  let em = 0
  for (const grapheme of graphemesOf(text)) em += advanceOf(grapheme)[bold ? "bold" : "regular"]
  return inches(em, size)
}

/**
 * Inches that a line takes at `size` points, single spacing. Arial's own figures (hhea: 1854 + 434 + 67 of 2048) would be
 * 1.15 em, but LibreOffice 7.4 sets lines of it 1.197 em apart, and boxes that PowerPoint has shaped to their text grow by
 * 1.212 em a line (two lines of 18 points and 0.1 in: 646,331 EMU). Fonts that are substituted stand taller.
 */
export const lineHeight = (size: number, substituted = false): number => ((substituted ? 1.4 : 1.22) * size) / 72
