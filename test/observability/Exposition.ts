/** One line of a page: `name{label="value"} 1.5`. */
interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: "counter" | "gauge" | "histogram" | "summary"
  readonly samples: ReadonlyArray<Sample>
}

const helpLine = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\\n]|\\\\|\\n)+)$/
const typeLine = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary)$/
const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})? (\S+)$/
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,|$)/y
const number = /^(?:[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?|[-+]Inf|NaN)$/

const fail = (what: string, line: string): never => {
  throw new Error(`${what}: ${line}`)
}

const numberIn = (text: string, line: string): number => {
  if (!number.test(text)) return fail("not a number", line)
  return text.endsWith("Inf") ? Number(`${text}inity`) : Number(text)
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char))

const labelsIn = (text: string, line: string): Record<string, string> => {
  const labels: Record<string, string> = {}
  label.lastIndex = 0
  let end = 0
  while (end < text.length) {
    const [whole, name = "", value = "", comma] = label.exec(text) ?? fail("not labels", line)
    if (name in labels) fail("a label twice", line)
    labels[name] = unescaped(value)
    end += whole.length
    if (comma === "," && end === text.length) fail("a comma too many", line)
  }
  return labels
}

const sampleIn = (line: string): Sample => {
  const [, name = "", labels = "", value = ""] = sampleLine.exec(line) ?? fail("not a sample", line)
  return { name, labels: labelsIn(labels, line), value: numberIn(value, line) }
}

const suffixes = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"]
}

const without = (labels: Sample["labels"], ...names: ReadonlyArray<string>): string =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([name]) => !names.includes(name))
      .sort()
  )

/** Checks that buckets ascend and are cumulative, that the last is `+Inf` and equals the count; and the sum. */
const checkHistogram = ({ name, samples }: Family): void => {
  for (const key of new Set(samples.map(({ labels }) => without(labels, "le")))) {
    const series = samples.filter(({ labels }) => without(labels, "le") === key)
    const buckets = series.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels: { le = "" } }) => numberIn(le, `${name} le=${le}`))
    const one = (suffix: string) => {
      const [sample, ...more] = series.filter((sample) => sample.name === `${name}${suffix}`)
      return sample === undefined || more.length > 0 ? fail(`not one ${suffix}`, name) : sample.value
    }
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY) fail("no bucket for all", name)
    if (bounds.some((bound, index) => bound <= (bounds[index - 1] ?? Number.NEGATIVE_INFINITY))) {
      fail("buckets out of order", name)
    }
    if (buckets.some(({ value }, index) => value < (buckets[index - 1]?.value ?? 0))) fail("not cumulative", name)
    if (buckets.at(-1)?.value !== one("_count")) fail("the last bucket is not the count", name)
    one("_sum")
  }
}

const check = (family: Family): Family => {
  const { name, type, samples } = family
  if (samples.length === 0) fail("a family without samples", name)
  if ((type === "counter") !== name.endsWith("_total")) fail("counters and only they end in _total", name)
  const seen = new Set<string>()
  for (const sample of samples) {
    if (!suffixes[type].some((suffix) => sample.name === `${name}${suffix}`)) fail(`not of ${name}`, sample.name)
    const key = `${sample.name} ${without(sample.labels)}`
    if (seen.has(key)) fail("a series twice", key)
    seen.add(key)
    if (type === "counter" && !(sample.value >= 0)) fail("a counter below zero", key)
  }
  if (type === "histogram") checkHistogram(family)
  return family
}

/**
 * Parses a page in Prometheus' text format (0.0.4) strictly. Throws for anything that the format or its conventions
 * forbid, and for a family without HELP and TYPE or with samples in several places.
 */
export const parse = (page: string): ReadonlyMap<string, Family> => {
  if (!page.endsWith("\n")) fail("no end of line", page.slice(-40))
  const families = new Map<string, Family & { readonly samples: Array<Sample> }>()
  const lines = page.split("\n").slice(0, -1)
  let current: (Family & { readonly samples: Array<Sample> }) | undefined
  let help: readonly [string, string] | undefined
  for (const line of lines) {
    if (line.startsWith("# HELP ")) {
      const [, name = "", text = ""] = helpLine.exec(line) ?? fail("not HELP", line)
      help = [name, unescaped(text)]
    } else if (line.startsWith("# TYPE ")) {
      const [, name = "", type] = typeLine.exec(line) ?? fail("not TYPE", line)
      if (help?.[0] !== name) return fail("no HELP before", line)
      if (families.has(name)) fail("a family twice", line)
      current = { name, help: help[1], type: type as Family["type"], samples: [] }
      families.set(name, current)
    } else if (current === undefined) fail("a sample of no family", line)
    else current.samples.push(sampleIn(line))
  }
  for (const family of families.values()) check(family)
  return families
}

/** The value of the series with these labels, or undefined. */
export const valueOf = (
  page: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {}
): number | undefined => {
  const family = page.get(name) ?? page.get(name.replace(/_(bucket|sum|count)$/, ""))
  return family?.samples.find((sample) => sample.name === name && without(sample.labels) === without(labels))?.value
}

/** All series of a name by the values of some labels, with spaces between them. They must not differ in other labels. */
export const byLabel = (
  page: ReadonlyMap<string, Family>,
  name: string,
  ...by: ReadonlyArray<string>
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (page.get(name)?.samples ?? []).map(({ labels, value }) => [
      by.map((label) => labels[label] ?? "").join(" "),
      value
    ])
  )
