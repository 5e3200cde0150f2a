import { existsSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Node keeps there what it has compiled, for all the processes of a run: most of a start is compiling.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node-compile")

/** Linux's folder in memory. On a disk most of the waiting is for hundreds of databases that are made, committed to and dropped. */
const memoryFolder = "/dev/shm"

/** A run takes up to 1 GB there, most of it PostgreSQL's log. */
const minFreeBytes = 3 * 1_024 ** 3

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

if (existsSync(memoryFolder) && freeBytes(memoryFolder) > minFreeBytes) process.env.TMPDIR ??= memoryFolder

/** Pure rules: what needs no database, no server, no browser and no built page. */
const unit = [
  "test/{domain,import}/**/*.test.ts",
  "test/web/{contract,features,parts,sample,session,texts,workspace}/**/*.test.ts",
  "test/deck/{facts,text}/**/*.test.ts"
]

/** They take minutes each: `npm run prove -- --quick` runs them in their smallest form. */
const proofs = process.env.PROVE === undefined ? ["test/system/proofs/**"] : []

/**
 * These start processes or a browser, which takes longest. One that began last would run alone at the end. Within both groups
 * Vitest sorts by the duration of the last run, or by size where there was none.
 */
const slowFolders = /\/test\/(deck|scripts|system|web)\/((screens|together|accounts|proofs)\/)?[^/]+$/

class SlowFoldersFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = ({ moduleId }: TestSpecification) => (slowFolders.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
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
          exclude: [...unit, ...proofs],
          globalSetup: [
            "test/support/postgresServer.ts",
            "test/support/builtPage.ts",
            "test/support/embeddedTemplate.ts"
          ]
        }
      }
    ],
    // Much of a test is waiting: for processes, for a database, for time to pass. On two cores a fourth makes
    // the same tests take a tenth more of the processor: it loads and compiles everything once more, with a Chromium of its own.
    maxWorkers: 3,
    execArgv: [
      // As the server: else each worker optimizes PGlite's WebAssembly, which takes more time than that saves.
      ...["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"],
      // Else V8 collects the whole heap after each 64 MB outside of it, which is one PGlite.
      "--external-memory-accounted-in-global-limit"
    ],
    // A file that shared its worker with another would find nothing changed: loading Effect for each takes two minutes.
    isolate: false,
    sequence: { sequencer: SlowFoldersFirst },
    // What servers log is of interest where a test fails; `--silent=false` prints all of it.
    silent: "passed-only",
    // As the server does.
    setupFiles: ["effect/schema/SchemaJITCompiler/enable", "test/support/laws.ts"],
    // The one limit of all tests, which only a test that hangs reaches, however busy the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000
  }
})
