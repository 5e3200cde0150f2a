/**
 * The layout of a deck, from which the file is rendered. Positions are in inches on a 13.333 × 7.5 slide, text sizes in
 * points. All text has been measured to fit (see `text/`); rendering decides nothing.
 */

export const slideWidth = 13.333
export const slideHeight = 7.5

/** Inches. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** Names of the theme; the renderer and the finishing pass turn them into theme colours of the file. */
export type Color =
  | "ink" // text
  | "muted" // secondary text
  | "faint" // lines, tracks
  | "paper" // background
  | "panel" // slightly off the background
  | "team" // the team's colour as it is
  | "onTeam" // ink on it, ≥ 4.5:1
  | "teamText" // the team's colour made dark enough to be text on paper, ≥ 4.5:1
  | "good"
  | "warning"
  | "bad"
  | "neutral" // of status shapes; each ≥ 3:1 on paper

export interface Run {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly color?: Color
}

export interface Paragraph {
  readonly runs: ReadonlyArray<Run>
  readonly bullet?: boolean
  readonly align?: "left" | "center" | "right"
}

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
  /** Set: the text fills the layout's placeholder of this name, where people can re-layout it. */
  readonly placeholder?: "title" | "subtitle" | "body"
  /** Of the figure it belongs to, if it stands for one. */
  readonly alt?: string
}

export type ShapeName = "rect" | "roundRect" | "ellipse" | "diamond" | "triangle" | "check" | "cross" | "ring"

export interface ShapeBlock {
  readonly kind: "shape"
  readonly shape: ShapeName
  readonly box: Box
  readonly fill: Color | null
  readonly line: Color | null
  /** What it says; empty: decoration. */
  readonly alt: string
}

export interface Cell {
  readonly paragraphs: ReadonlyArray<Paragraph>
  readonly fill?: Color
  readonly color?: Color
  readonly align?: "left" | "center" | "right"
  readonly columns?: number
}

/** A native table that fits its slide: rows are paged by whoever made the plan, headers repeated. */
export interface TableBlock {
  readonly kind: "table"
  readonly box: Box
  /** Points. */
  readonly size: number
  /** Inches. */
  readonly columnWidths: ReadonlyArray<number>
  readonly rowHeights: ReadonlyArray<number>
  readonly headerRows: number
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  readonly alt: string
}

/** Of a chart's width: what its categories' names have, in one line of 12 pt; the bars have the rest. */
export const categoryShare = 0.44

/** A native bar chart with its workbook; one series per status or one for all. */
export interface ChartBlock {
  readonly kind: "chart"
  readonly box: Box
  readonly categories: ReadonlyArray<string>
  readonly series: ReadonlyArray<{
    readonly name: string
    readonly values: ReadonlyArray<number>
    readonly color: Color
  }>
  /** Largest value of the axis. */
  readonly max: number
  readonly unit: "percent" | "count"
  readonly alt: string
}

export type Block = TextBlock | ShapeBlock | TableBlock | ChartBlock

export interface SlidePlan {
  readonly layout: "cover" | "content"
  /** Never empty; at most two lines of the title placeholder. Also stands in a text block with `placeholder: "title"`. */
  readonly title: string
  /** The deck's section it belongs to. */
  readonly section: string
  readonly blocks: ReadonlyArray<Block>
  /** Speaker notes; may be empty. */
  readonly notes: string
}

export interface Theme {
  /** `RRGGBB` for every colour name. */
  readonly colors: Readonly<Record<Color, string>>
  readonly font: string
}

export interface DeckPlan {
  readonly title: string
  /** BCP 47. */
  readonly language: string
  readonly theme: Theme
  /** Stands at the foot of every content slide, one line of 10 pt: team, moment and date. */
  readonly footer: string
  /** In order; consecutive slides of one section belong together. */
  readonly slides: ReadonlyArray<SlidePlan>
}
