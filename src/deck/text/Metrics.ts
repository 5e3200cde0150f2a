import { Encodings, Font, FontNames } from "@pdf-lib/standard-fonts"

const tables = [FontNames.Helvetica, FontNames.HelveticaBold].map((name) => {
  const font = Font.load(name)
  return new Map(
    Encodings.WinAnsi.supportedCodePoints.map((code) => [
      code,
      (font.getWidthOfGlyph(Encodings.WinAnsi.encodeUnicodeCodePoint(code).name) ?? 1000) / 1000
    ])
  )
})

/** Advance width in inches of one line of Arial at `size` points, without kerning. */
export const widthOf = (text: string, size: number, bold: boolean): number => {
  const table = tables[bold ? 1 : 0]
  let em = 0
  for (const character of text) em += table?.get(character.codePointAt(0) ?? 0) ?? 1
  return (em * size) / 72
}

/** Inches from one baseline to the next at `size` points. */
export const lineHeight = (size: number): number => (1.15 * size) / 72
