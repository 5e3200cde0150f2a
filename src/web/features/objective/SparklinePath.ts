export interface Sparkline {
  /** Of an SVG path. */
  readonly line: string
  /** The latest value. */
  readonly end: { readonly x: number; readonly y: number }
  /** Where the target lies. */
  readonly target: number
}

const margin = 3

const tenths = (value: number): number => Math.round(value * 10) / 10

/** Values from oldest to newest at even distances, in a box of `width` and `height` that also holds the target. */
export const sparkline = (
  values: ReadonlyArray<number>,
  target: number,
  width: number,
  height: number
): Sparkline | undefined => {
  const [low, high] = [Math.min(...values, target), Math.max(...values, target)]
  const step = (width - 2 * margin) / Math.max(1, values.length - 1)
  const y = (value: number): number =>
    tenths(low === high ? height / 2 : margin + ((high - value) / (high - low)) * (height - 2 * margin))
  const points = values.map((value, index) => ({ x: tenths(margin + index * step), y: y(value) }))
  const end = points.at(-1)
  if (end === undefined) return undefined
  const line = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")
  return { line, end, target: y(target) }
}
