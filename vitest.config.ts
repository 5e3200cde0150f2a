import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Much of a test is waiting: for processes, for a database, for time to pass.
    maxWorkers: 2,
    globalSetup: ["test/support/postgresServer.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
