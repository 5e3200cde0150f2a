/** The distribution of measured values; zeros without values. */
export const spread = (values: Iterable<number>) => {
  const sorted = Float64Array.from(values).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), p99: at(0.99), max: at(1) }
}
