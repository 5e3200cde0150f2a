import type { Doubt } from "../Pace.ts"
import type { Formats } from "./Formats.ts"

/** Words about what is doubtful in an objective. */

/** `12%`, `2 days` */
export const quantity = (value: number, unit: string, { number }: Pick<Formats, "number">): string =>
  `${number(value)}${unit === "" || unit === "%" ? "" : " "}${unit}`

/** Of a measure that is worse than its start, by a quantity. */
export const wrongWay = (by: string): string => `${by} the wrong way`

interface Doubtful {
  readonly percent: number | null
  readonly expectedPercent: number | null
  readonly dueDate: string | null
  /** The measure that is worst compared with its start; null if none is worse. */
  readonly wrongWay: { readonly name: string; readonly unit: string; readonly by: number } | null
}

/** As a phrase: `on track, but at 30% with 60% expected`. */
export const doubtPhrase = (doubt: Doubt, objective: Doubtful, formats: Formats): string => {
  const { percent, expectedPercent, dueDate, wrongWay: worst } = objective
  switch (doubt) {
    case "achieved_below_target":
      return `achieved, but at ${percent}%`
    case "draft_with_progress":
      return `still a draft, but at ${percent}%`
    case "on_track_behind":
      return `on track, but at ${percent}% with ${expectedPercent}% expected`
    case "on_track_overdue":
      return `on track, but was due ${formats.day(dueDate ?? "")}`
    case "worse_than_start":
      return worst === null
        ? wrongWay("a measure goes")
        : `${wrongWay(quantity(worst.by, worst.unit, formats))} in “${worst.name}”`
  }
}
