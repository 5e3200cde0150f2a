import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Node keeps there what it has compiled, for all the processes of a run: most of a start is compiling.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node-compile")

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
    include: ["test/**/*.test.ts"],
    // Much of a test is waiting: for processes, for a database, for time to pass.
    maxWorkers: 2,
    // A file that shared its worker with another would find nothing changed: loading Effect for each takes two minutes.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // As the server does.
    setupFiles: ["effect/schema/SchemaJITCompiler/enable"],
    globalSetup: ["test/support/postgresServer.ts", "test/support/builtPage.ts", "test/support/embeddedTemplate.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
