import { formatNumber } from "./PageFormats.ts"

export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : more}`

export const principles = (count: number): string => counted(count, "principle")
export const objectives = (count: number): string => counted(count, "objective")
