import { formatNumber } from "./Formats.ts"

/** What a measure measures. */
export interface Definition {
  readonly name: string
  readonly unit: string
  readonly start: number
  readonly target: number
}

/** The text of the field `progress.definition`; the server writes the same. */
export const definitionText = ({ name, unit, start, target }: Definition): string =>
  JSON.stringify({ name, unit, start, target })

export const inUnit = (value: number, unit: string): string =>
  `${formatNumber(value)}${unit === "" || unit === "%" ? "" : " "}${unit}`

/** The text of the field for people. */
export const definitionLabel = (text: string): string => {
  const { name, unit, start, target }: Definition = JSON.parse(text)
  return `${name}: ${formatNumber(start)} – ${inUnit(target, unit)}`
}
