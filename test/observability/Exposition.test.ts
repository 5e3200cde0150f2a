import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { observed } from "../../src/observability/Observed.ts"
import { parse, valueOf } from "./Exposition.ts"
import * as OwnRegistry from "./OwnRegistry.ts"

const page = `# HELP a_total All "of" \\\\ them,\\nand more.
# TYPE a_total counter
a_total{path="/x",note="say \\"}{\\\\\\n,"} 3
a_total 1e+21
# HELP t_seconds T.
# TYPE t_seconds histogram
t_seconds_bucket{le="0.005"} 1
t_seconds_bucket{le="+Inf"} 2
t_seconds_sum 7.25
t_seconds_count 2
`

describe("The exposition format", () => {
  it("is parsed: help, escaped labels and numbers", () => {
    const families = parse(page)
    assert.deepStrictEqual(families.get("a_total"), {
      name: "a_total",
      help: 'All "of" \\ them,\nand more.',
      type: "counter",
      samples: [
        { name: "a_total", labels: { path: "/x", note: 'say "}{\\\n,' }, value: 3 },
        { name: "a_total", labels: {}, value: 1e21 }
      ]
    })
    assert.strictEqual(valueOf(families, "t_seconds_bucket", { le: "+Inf" }), 2)
    assert.strictEqual(valueOf(families, "a_total", { path: "/y" }), undefined)
  })

  it.each([
    ["no end of line", page.slice(0, -1)],
    ["no HELP", page.replace("# HELP a_total", "# HALP a_total")],
    ["another's HELP", page.replace("HELP a_total", "HELP b_total")],
    ["an unknown type", page.replace("counter", "meter")],
    ["a counter without _total", page.replaceAll("a_total", "a")],
    ["a histogram with _total", page.replaceAll("t_seconds", "t_total")],
    ["an open quote", page.replace('path="/x"', 'path="/x')],
    ["an unknown escape", page.replace('path="/x"', 'path="\\x"')],
    ["a comma too many", page.replace('{path="/x",', '{path="/x",,')],
    ["a label twice", page.replace("note=", "path=")],
    ["no number", page.replace("7.25", "7,25")],
    ["a series twice", page.replace("a_total 1e+21", "a_total 1\na_total 1")],
    ["a counter below zero", page.replace("1e+21", "-1")],
    ["a sample in another family", page.replace("a_total 1e+21", "b_total 1")],
    ["a family in two pieces", `${page}# HELP a_total A.\n# TYPE a_total counter\na_total{x="y"} 1\n`],
    ["a family without samples", `${page}# HELP b B.\n# TYPE b gauge\n`],
    ["no bucket for all", page.replace("+Inf", "1")],
    ["buckets out of order", page.replace('le="0.005"} 1', 'le="1"} 0\nt_seconds_bucket{le="0.005"} 1')],
    ["buckets that are not cumulative", page.replace('le="0.005"} 1', 'le="0.005"} 3')],
    ["another count", page.replace("_count 2", "_count 3")],
    ["no sum", page.replace("t_seconds_sum 7.25\n", "")]
  ])("is refused with %s", (_, broken) => {
    assert.notStrictEqual(broken, page)
    assert.throws(() => parse(broken))
  })

  it.effect("is what Effect writes for every kind of metric, with unusual labels and numbers", () =>
    Effect.gen(function* () {
      const odd = 'back\\slash "quote"\nline } {,='
      const attributes = { path: odd, other: "" }
      yield* Metric.update(Metric.counter("c_total", { description: odd, attributes, incremental: true }), 2)
      yield* Metric.update(Metric.counter("c_total", { description: odd, incremental: true }), 0.1)
      yield* Metric.update(Metric.gauge("g_bytes", { description: "G" }), Number.NEGATIVE_INFINITY)
      yield* Metric.update(Metric.gauge("small", { description: "S" }), 1e-9)
      const seconds = Metric.histogram("h_seconds", { description: "H", attributes, boundaries: [0.005, 1e-7, 30] })
      for (const value of [0.001, 0.005, 5, 31]) yield* Metric.update(seconds, value)
      const summary = { description: "S", quantiles: [0.5], maxAge: 0, maxSize: 0 }
      yield* observed(Metric.summary("s_seconds", summary), () => ({
        quantiles: [[0.5, 2]] as const,
        count: 3,
        min: 1,
        max: 3,
        sum: 6
      }))
      const families = yield* OwnRegistry.scraped
      assert.strictEqual(families.get("c_total")?.help, odd)
      assert.strictEqual(valueOf(families, "c_total", attributes), 2)
      assert.strictEqual(valueOf(families, "c_total"), 0.1)
      assert.strictEqual(valueOf(families, "g_bytes"), Number.NEGATIVE_INFINITY)
      assert.strictEqual(valueOf(families, "small"), 1e-9)
      assert.deepStrictEqual(
        families.get("h_seconds")?.samples.map(({ name, labels: { le }, value }) => [name, le, value]),
        [
          ["h_seconds_bucket", "1e-7", 0],
          ["h_seconds_bucket", "0.005", 2],
          ["h_seconds_bucket", "30", 3],
          ["h_seconds_bucket", "+Inf", 4],
          ["h_seconds_sum", undefined, 36.006],
          ["h_seconds_count", undefined, 4]
        ]
      )
      assert.strictEqual(valueOf(families, "s_seconds", { quantile: "0.5" }), 2)
      assert.strictEqual(valueOf(families, "s_seconds_sum"), 6)
    }).pipe(Effect.scoped, Effect.provide(OwnRegistry.layer))
  )

  it.effect("an observed metric is read at each scrape, and removed with its scope", () =>
    Effect.gen(function* () {
      const gauge = Metric.gauge("depth", { description: "D" })
      let depth = 1
      yield* Effect.gen(function* () {
        yield* observed(gauge, () => ({ value: depth }))
        assert.strictEqual(valueOf(yield* OwnRegistry.scraped, "depth"), 1)
        depth = 2
        assert.strictEqual(valueOf(yield* OwnRegistry.scraped, "depth"), 2)
      }).pipe(Effect.scoped)
      assert.strictEqual(yield* PrometheusMetrics.format(), "")
    }).pipe(Effect.provide(OwnRegistry.layer))
  )
})
