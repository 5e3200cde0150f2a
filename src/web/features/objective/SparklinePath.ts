export interface Sparkline {
  /** The `d` of an SVG path. */
  readonly line: string
  /** The point of the latest value. */
  readonly end: { readonly x: number; readonly y: number }
  /** The y of the target. */
  readonly target: number
}

const margin = 3

const toTenths = (value: number): number => Math.round(value * 10) / 10

/**
 * Lays out values, oldest first, at even distances in a box of `width` and `height` that includes the target. Undefined
 * without values.
 */
export const sparkline = (
  values: ReadonlyArray<number>,
  target: number,
  width: number,
  height: number
): Sparkline | undefined => {
  const [low, high] = [Math.min(...values, target), Math.max(...values, target)]
  const step = (width - 2 * margin) / Math.max(1, values.length - 1)
  const y = (value: number): number =>
    toTenths(low === high ? height / 2 : margin + ((high - value) / (high - low)) * (height - 2 * margin))
  const points = values.map((value, index) => ({ x: toTenths(margin + index * step), y: y(value) }))
  const end = points.at(-1)
  if (end === undefined) return undefined
  const line = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")
  return { line, end, target: y(target) }
}
