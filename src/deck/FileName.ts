import { nameLength } from "../shared/Limits.ts"
import { normalized } from "../shared/NormalForm.ts"
import type { Detail } from "./Input.ts"

/** The file name of a presentation in two forms. */
export interface FileName {
  /** In the team's own script: at most 255 bytes of UTF-8, and valid on every system. */
  readonly full: string
  /** Only letters, digits, `-`, `_` and `.`, for clients that support no other characters. */
  readonly ascii: string
}

/** Bytes of UTF-8 that a team's name may take, so that the whole stays below 255. */
const maxNameBytes = 200

const encoder = new TextEncoder()

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** The longest start of whole graphemes that fits. */
const cut = (text: string): string => {
  let bytes = 0
  let kept = ""
  for (const { segment } of graphemes.segment(text)) {
    bytes += encoder.encode(segment).length
    if (bytes > maxNameBytes) break
    kept += segment
  }
  return kept
}

/** Names of devices on Windows, with any extension. */
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

/** Removes combining marks before normalising, so that no name is expensive to normalise. */
const ascii = (name: string): string => {
  const bare = name.replaceAll(marks, "")
  return named(
    (normalized(bare, "NFKD", nameLength) ?? bare)
      .replaceAll(marks, "")
      .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
      .slice(0, maxNameBytes)
  )
}

/** `date` is `YYYY-MM-DD`. A board's pack says so in its name. */
export const fileName = (team: string, date: string, detail: Detail): FileName => {
  const end = `-strategy-${detail === "board" ? "board-" : ""}${date}.pptx`
  return { full: full(team) + end, ascii: ascii(team) + end }
}
