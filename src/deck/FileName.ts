import { nameLength } from "../shared/Limits.ts"
import { normalized } from "../shared/NormalForm.ts"

/** What a presentation is called where it is kept. */
export interface FileName {
  /** In the team's own script: at most 255 bytes of UTF-8, and legal on every system. */
  readonly full: string
  /** Letters, digits, `-`, `_` and `.` alone, for those who know no other characters. */
  readonly ascii: string
}

/** Bytes of UTF-8 that a team's name may take, so that the whole stays below 255. */
const longest = 200

const encoder = new TextEncoder()

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Whole characters, as people see them, as far as there is room. */
const cut = (text: string): string => {
  let bytes = 0
  let kept = ""
  for (const { segment } of graphemes.segment(text)) {
    bytes += encoder.encode(segment).length
    if (bytes > longest) break
    kept += segment
  }
  return kept
}

/** On Windows these are devices, whatever follows the point. */
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *\./i

const named = (text: string): string => {
  const bare = text.replaceAll(/^[-. _]+|[-. ]+$/g, "")
  if (bare === "") return "team"
  return reserved.test(bare) ? `_${bare}` : bare
}

const marks = /\p{M}+/gu

const full = (name: string): string =>
  named(
    cut(
      name
        .toWellFormed()
        .replaceAll(/[\\/:*?"<>|%]+/g, "-")
        // Zero width joiners stay: emoji and some scripts need them.
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\uFEFF\uFFFD]+/gu, " ")
        .replaceAll(/\s+/g, " ")
    )
  )

/** Marks go first: no name, whatever it is made of, is then too much to be taken apart. */
const ascii = (name: string): string => {
  const bare = name.replaceAll(marks, "")
  return named(
    (normalized(bare, "NFKD", nameLength) ?? bare)
      .replaceAll(marks, "")
      .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
      .slice(0, longest)
  )
}

/** `date` is `YYYY-MM-DD`. */
export const fileName = (team: string, date: string): FileName => {
  const end = `-strategy-${date}.pptx`
  return { full: full(team) + end, ascii: ascii(team) + end }
}
