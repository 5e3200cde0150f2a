import type { Box, Color, Placeholder } from "../DeckPlan.ts"

/** A placeholder of a layout: where its content stands and how its text looks unless a slide says otherwise. */
export interface Slot {
  readonly name: Placeholder | "footer" | "number"
  readonly label: string
  /** The format's name for the type of placeholder; `obj` takes text, a table or a chart. */
  readonly type: string
  /** Ties a slide's placeholder to its layout's; the title needs none. */
  readonly index: number | null
  readonly box: Box
  /** Points; 0 where slides do not inherit it, as the titles and the content of a company's template. */
  readonly size: number
  readonly bold: boolean
  readonly color: Color
  readonly anchor: "top" | "middle" | "bottom"
}

export interface Layout {
  /** Its part of the file. */
  readonly part: string
  readonly slots: ReadonlyArray<Slot>
}
