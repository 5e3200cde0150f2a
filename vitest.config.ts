import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Much of a test is waiting: for processes, for a database, for time to pass.
    maxWorkers: 2,
    // As the server does.
    setupFiles: ["effect/schema/SchemaJITCompiler/enable"],
    globalSetup: ["test/support/postgresServer.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
