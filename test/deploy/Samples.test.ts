import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }

const sample = (name: string): string => readFileSync(join("scripts/deploy", name), "utf8")

describe("scripts/deploy", () => {
  it("starts the server as npm start does", () => {
    assert.include(sample("Dockerfile"), 'ENTRYPOINT ["node", "src/main.ts"]')
    assert.include(sample("strategy-planning.service"), "/node src/main.ts\n")
    // `exec` makes npm's signals reach the server. Shells without it, such as that of Windows, run the second command.
    const command = "node scripts/run.js src/main.ts"
    assert.strictEqual(packageJson.scripts.start, `exec ${command} || ${command}`)
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
