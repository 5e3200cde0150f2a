import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { allocatorEnv, nodeOptions } from "../../scripts/support/ServerProcess.ts"

const sample = (name: string): string => readFileSync(join("scripts/deploy", name), "utf8")

const options = nodeOptions("start")

describe("scripts/deploy", () => {
  it("sets the variables of npm start", () => {
    const variables = Object.entries(allocatorEnv)
      .map(([name, value]) => `${name}=${value}`)
      .join(" ")
    assert.isTrue(packageJson.scripts.start.startsWith(`${variables} exec node `))
    assert.include(sample("Dockerfile"), `ENV ${variables}\n`)
    assert.include(sample("strategy-planning.service"), `Environment=${variables}\n`)
  })

  it("starts Node with the options of npm start", () => {
    const words = ["node", ...options, "src/main.ts"].map((word) => `"${word}"`)
    assert.include(sample("Dockerfile"), `ENTRYPOINT [${words.join(", ")}]`)
    assert.include(sample("strategy-planning.service"), `/node ${options.join(" ")} src/main.ts`)
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
