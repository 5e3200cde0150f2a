import type { TestProject } from "vitest/node"
import { createServer } from "../../scripts/support/PostgresServer.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The administrator's URL of the PostgreSQL server that runs for the whole test run. */
    readonly postgresUrl: string
  }
}

export default async (project: TestProject) => {
  const server = await createServer()
  await server.start()
  project.provide("postgresUrl", server.url)
  return server.remove
}
