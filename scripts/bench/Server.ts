import { Effect } from "effect"
import * as ServerProcess from "../support/ServerProcess.ts"
import { Void } from "./Void.ts"

/** A server as users run it, in a process of its own, until the scope closes. Its admin's password is `signIn`'s. */
export const start = (env: Readonly<Record<string, string>>, project?: string) =>
  ServerProcess.start(env, project).pipe(
    Effect.mapError(({ output, code }) => new Void({ message: `A server ended with ${code} at its start:\n${output}` }))
  )
