import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Node keeps there what it has compiled, for all the processes of a run: most of a start is compiling.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node-compile")

/** Pure rules: what needs no database, no server, no browser and no built page. */
const unit = ["test/domain/**/*.test.ts", "test/web/model/**/*.test.ts", "test/deck/{facts,text}/**/*.test.ts"]

/** A short file, which would begin last, and take a minute while the other worker has nothing left to do. */
const longest = "/test/deck/Pipeline.test.ts"

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(longest)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: unit } },
      {
        extends: true,
        test: {
          name: "service",
          include: ["test/**/*.test.ts"],
          exclude: unit,
          globalSetup: [
            "test/support/postgresServer.ts",
            "test/support/builtPage.ts",
            "test/support/embeddedTemplate.ts"
          ]
        }
      }
    ],
    // Much of a test is waiting: for processes, for a database, for time to pass.
    maxWorkers: 3,
    // A file that shared its worker with another would find nothing changed: loading Effect for each takes two minutes.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // As the server does.
    setupFiles: ["effect/schema/SchemaJITCompiler/enable"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
