/** The distribution of measured values. */
export interface Spread {
  readonly median: number
  readonly p99: number
  readonly max: number
}

/** The percentile of sorted values; 0 without values. */
const percentile = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

export const spread = (values: Iterable<number>): Spread => {
  const sorted = Float64Array.from(values).sort()
  return {
    median: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    max: percentile(sorted, 1)
  }
}
