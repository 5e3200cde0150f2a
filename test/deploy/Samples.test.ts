import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }

const sample = (name: string): string => readFileSync(join("scripts/deploy", name), "utf8")

/** The options with which `npm start` starts Node. */
const nodeOptions = /exec node (.*?) src\/main\.ts/.exec(packageJson.scripts.start)?.[1] ?? "not found"

/** The variables that `npm start` sets, as `NAME=value` with spaces between them. */
const variables = /^(.*?) exec node /.exec(packageJson.scripts.start)?.[1] ?? "not found"

describe("scripts/deploy", () => {
  it("sets the variables of npm start", () => {
    assert.match(variables, /^(MALLOC_\w+=\d+ ?)+$/)
    assert.include(sample("Dockerfile"), `ENV ${variables}\n`)
    assert.include(sample("strategy-planning.service"), `Environment=${variables}\n`)
  })

  it("starts Node with the options of npm start", () => {
    const words = ["node", ...nodeOptions.split(" "), "src/main.ts"].map((word) => `"${word}"`)
    assert.include(sample("Dockerfile"), `ENTRYPOINT [${words.join(", ")}]`)
    assert.include(sample("strategy-planning.service"), `/node ${nodeOptions} src/main.ts`)
  })

  it("names the version in the image", () => {
    assert.include(sample("Dockerfile"), `ARG VERSION=${packageJson.version}\n`)
  })

  it("makes only the volume writable and gives only a user's rights, in both compositions", () => {
    for (const name of ["compose.yaml", "compose.embedded.yaml"]) {
      for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"])
        assert.include(sample(name), line)
    }
  })
})
