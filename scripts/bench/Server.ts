import { Effect } from "effect"
import * as ServerProcess from "../support/ServerProcess.ts"
import { InvalidRun } from "./InvalidRun.ts"

/** Starts a server as users run it, in a process of its own, which ends with the scope. `signIn` knows its admin's password. */
export const start = (env: Readonly<Record<string, string>>, project?: string) =>
  ServerProcess.start(env, project).pipe(
    Effect.mapError(
      ({ output, code }) => new InvalidRun({ message: `A server exited with ${code} at its start:\n${output}` })
    )
  )
