/** The size of the small line of a trend, in pixels. */
export const [width, height] = [96, 24]

const margin = 3

const toTenths = (value: number): number => Math.round(value * 10) / 10

export interface TrendLine {
  /** The `d` of an SVG path. It has gaps where there is no value. */
  readonly path: string
  /** The point of the latest value. */
  readonly end: { readonly x: number; readonly y: number }
}

/**
 * Lays out percentages, oldest first, at even distances from 0 at the bottom to 100 at the top, so that the lines of
 * several teams can be compared. Undefined without any.
 */
export const trendLine = (percents: ReadonlyArray<number | null>): TrendLine | undefined => {
  const step = (width - 2 * margin) / Math.max(1, percents.length - 1)
  let path = ""
  let end: TrendLine["end"] | undefined
  for (const [index, percent] of percents.entries()) {
    if (percent === null) continue
    const isNewPart = index === 0 || percents[index - 1] === null
    end = { x: toTenths(margin + index * step), y: toTenths(margin + (1 - percent / 100) * (height - 2 * margin)) }
    path += `${isNewPart ? "M" : "L"}${end.x} ${end.y}`
  }
  return end && { path, end }
}
