/**
 * The layout of a deck, from which the file is rendered. Positions are in inches, text sizes in points. All text has been
 * measured to fit (see `text/`); rendering decides nothing. Everything is laid out from left to right; a deck whose
 * `direction` is `rtl` is mirrored when it is rendered, but for time within charts.
 */

import type { ReceiptSource } from "./Receipt.ts"

/** Inches. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The first ones follow the theme, so that another one recolours the deck; `faint` and those of statuses are fixed. */
export type Color =
  | "ink" // text
  | "muted" // secondary text
  | "paper" // background
  | "panel" // slightly off the background
  | "team" // the team's colour as it is: decoration only, never text and never a mark
  | "accent" // marks and text that are no status, ≥ 4.5:1, told from every status' colour
  | "faint" // lines, tracks
  | "good"
  | "warning"
  | "bad"
  | "neutral" // of statuses; each ≥ 3:1 on paper

/** Something that the service's page shows. */
export interface PageLink {
  /** Below `DeckPlan.pageUrl`. */
  readonly path: string
  /** What is shown while the pointer rests on the link. */
  readonly tip: string
}

export interface Run {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly color?: Color
  /** The `key` of the slide that the text leads to. A key that no slide has makes plain text. */
  readonly link?: string
  /** What the text leads to outside of the deck where `link` leads nowhere; nothing where the deck has no `pageUrl`. */
  readonly page?: PageLink
  /** The URL that somebody's text links to. Not together with the others. */
  readonly href?: string
}

/** The alignment of lines in their box: `start` is left, or right in a deck that runs from right to left. */
export type Align = "start" | "center" | "end"

export interface Paragraph {
  readonly runs: ReadonlyArray<Run>
  readonly bullet?: boolean
  readonly align?: Align
}

/**
 * Placeholders of layouts. A block that names one takes from the layout what is the same there: place, size, colour,
 * anchor; `boxOf` in `templates/Layouts.ts` says its place.
 */
export type Placeholder = "title" | "subtitle" | "body"

/** Text in a box, with the lines it was measured to take. */
export interface TextBlock {
  readonly kind: "text"
  readonly box: Box
  readonly paragraphs: ReadonlyArray<Paragraph>
  /** Points. */
  readonly size: number
  readonly color: Color
  readonly anchor: "top" | "middle" | "bottom"
  /** Inches that the text takes, measured, inside the box's insets: never more than the box has. */
  readonly extent: { readonly w: number; readonly h: number }
  readonly placeholder?: Placeholder
}

export interface Cell {
  readonly paragraphs: ReadonlyArray<Paragraph>
  /** The text's colour, if it differs from the table style's. */
  readonly color?: Color
  readonly align?: Align
  /** The number of columns that the cell spans. */
  readonly columns?: number
}

/** Inches inside a cell, at each side: those of the format, so that cells people add look the same. */
export const cellMargin = { x: 0.1, y: 0.05 }

/**
 * A native table in the deck's table style, which fits its slide: rows are paged by whoever made the plan, headers
 * repeated. Marks are text in its cells (see `text/Glyphs.ts`): nothing lies over a table.
 */
export interface TableBlock {
  readonly kind: "table"
  readonly box: Box
  /** Points. */
  readonly size: number
  /** Inches. */
  readonly columnWidths: ReadonlyArray<number>
  readonly rowHeights: ReadonlyArray<number>
  readonly headerRows: 0 | 1
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  readonly alt: string
  readonly placeholder?: Placeholder
}

/** Points, of all text in charts. */
export const chartTextSize = 12

interface DatedValue {
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly value: number
}

/** A line through the values at their dates: solid with points, dashed for a target, dotted for what is expected, fine for where it leads. */
export interface Line {
  readonly name: string
  readonly points: ReadonlyArray<DatedValue>
  readonly color: Color
  readonly stroke: "solid" | "dashed" | "dotted" | "fine"
}

/** A native chart with its workbook: lines over an axis of dates. Two points on one date: the later counts. */
export interface ChartBlock {
  readonly kind: "chart"
  readonly box: Box
  /** At least one. */
  readonly lines: ReadonlyArray<Line>
  /** `false` if the slide explains the lines elsewhere. */
  readonly legend?: boolean
  /** Of the values; written beside them where it is as short as `%` or `€m`. */
  readonly unit?: string
  /** Values that the axis has room for, too: charts beside each other have the same scale by them. */
  readonly range?: ReadonlyArray<number>
  readonly alt: string
  readonly placeholder?: Placeholder
}

export type Block = TextBlock | TableBlock | ChartBlock

/**
 * - `cover`: title, subtitle; no footer
 * - `titleOnly`: title; its blocks stand where they like
 * - `text`, `table`, `chart`: title, body
 */
export type LayoutName = "cover" | "titleOnly" | "text" | "table" | "chart"

export interface SlidePlan {
  readonly layout: LayoutName
  /** What links name the slide by; unique in the deck. */
  readonly key?: string
  /** Never empty; at most two lines of the title placeholder. Also stands in a text block with `placeholder: "title"`. */
  readonly title: string
  /** What the title leads to outside of the deck. */
  readonly page?: PageLink
  /** The deck's section it belongs to. */
  readonly section: string
  readonly blocks: ReadonlyArray<Block>
  /** Speaker notes; empty: the slide has none. */
  readonly notes: string
}

export interface Theme {
  /** `RRGGBB`. */
  readonly colors: Readonly<Record<"ink" | "muted" | "paper" | "panel" | "team" | "accent", string>>
}

export interface DeckPlan {
  readonly title: string
  /** Core property; empty: none. */
  readonly author: string
  /** Core property "description", such as the moment that the deck shows; empty: none. */
  readonly description: string
  /** BCP 47, of text in letters that say nothing else: Latin ones, digits. */
  readonly language: string
  readonly direction: "ltr" | "rtl"
  readonly theme: Theme
  /** The address of the page, with a slash at its end; null: there are no links to it. */
  readonly pageUrl: string | null
  /** Stands at the foot of every slide but covers, one line of 10 pt: team, moment and date. */
  readonly footer: string
  /** What the file's receipt is made from; absent: it has none. */
  readonly receipt?: ReceiptSource
  /** In order; consecutive slides of one section belong together. */
  readonly slides: ReadonlyArray<SlidePlan>
}
