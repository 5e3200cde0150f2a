import fc from "fast-check"
import type { Paragraph } from "../../../src/deck/DeckPlan.ts"

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[A-Za-zäöüß]{1,12}$/) },
  { weight: 3, arbitrary: fc.constantFrom(" ", " ", "  ", "\t", "\u00a0", "\u3000", "\u200b") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("-", "/", ", ", ". ", "(", ")", "–", "…", "«", "»", "。", "「", "」", "&<>\"'")
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("👍🏽", "👨‍👩‍👧‍👦", "🇩🇪", "✅", "1️⃣", "e\u0301\u0323", "\u0301", "한국어", "ﷺ", "→", "Ÿ")
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("漢字", "カタカナー", "שלום עולם", "مرحبا", "Привет", "ภาษาไทย", "नमस्ते", "ἄνθρωπος")
  },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(250), "漢".repeat(250), "https://example.com/a/long-path?of=it") },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 10 }) }
)

/** Arbitrary text of unusual characters. */
export const nastyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""))

const run = fc.record({ text: nastyText, bold: fc.boolean() })

export const nastyParagraph: fc.Arbitrary<Paragraph> = fc.record({
  runs: fc.array(run, { maxLength: 4 }),
  bullet: fc.boolean()
})

export const nastyParagraphs = fc.array(nastyParagraph, { maxLength: 6 })

/** Font sizes in points. */
export const size = fc.constantFrom(10, 12, 14, 16, 24)

/** Widths in inches, enough for at least one grapheme beside a bullet. */
export const width = fc.double({ min: 0.8, max: 9, noNaN: true })

export const plain = (text: string): Paragraph => ({ runs: [{ text }] })
