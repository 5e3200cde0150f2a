import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import type { GateLimits } from "../../src/bounded/Gate.ts"
import { gateLimits } from "../../src/bounded/GateLimits.ts"

const rowOf = ({ noun, perServer, perKey, waiting }: GateLimits): string =>
  `| ${noun} | ${perServer} | ${perKey ?? "–"} | ${waiting?.perServer ?? "–"} | ${waiting?.perKey ?? "–"} |`

it("docs/operate.md has every gate in one table, with its numbers", () => {
  const text = readFileSync(new URL("../../docs/operate.md", import.meta.url), "utf8")
  const [, ...table] =
    text
      .split("\n## Limits\n")[1]
      ?.split("\n## ")[0]
      ?.match(/^\|.*$/gm)
      ?.slice(1) ?? []
  assert.deepStrictEqual(table, Object.values(gateLimits).map(rowOf))
})
