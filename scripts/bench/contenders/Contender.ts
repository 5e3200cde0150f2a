import { Effect } from "effect"
import { CommandFailed } from "../../admin/Failure.ts"
import { call } from "../../support/Calls.ts"
import * as ServerProcess from "../../support/ServerProcess.ts"
import { trying } from "../Validity.ts"
import * as Writer from "../Writer.ts"

/** A server in a process of its own, with the token of an admin's session. */
export interface Contender extends Writer.Writer {
  readonly name: string
}

type Env = Readonly<Record<string, string>>

const started = Effect.mapError(
  ({ output, code }: ServerProcess.DidNotStart) =>
    new CommandFailed({ message: `A server exited with ${code} at its start:\n${output}` })
)

/** Starts the service as users run it; ends with the scope. */
export const service = (env: Env) => started(ServerProcess.start(env))

/** Starts the service, with its admin signed in. */
export const ours = Effect.fn("Contender.ours")(function* (env: Env) {
  const server = yield* service(env)
  return { name: "ours", ...server, ...(yield* Writer.admin(server.url)) }
})

/** Starts a script of this folder, which knows our admin's token if it wants one. */
export const other = Effect.fn("Contender.other")(function* (name: string, script: string, token: string, env: Env) {
  const file = new URL(script, import.meta.url).pathname
  const { url } = yield* started(ServerProcess.startScript(file, { ...env, TOKEN: token }))
  return { name, url, token } satisfies Contender
})

/**
 * Requests a path of a contender, by POST with `content` or by GET without. The response is not compressed, as those to the
 * load, since its ETag would differ.
 */
export const fetchFrom = ({ name, url, token }: Contender, path: string, content?: unknown) =>
  trying(`A request to ${name} for ${path}`, async () => {
    const response = await call(url, token, path, content, { "accept-encoding": "identity" })
    const { status, headers } = response
    return { status, headers: Object.fromEntries(headers), body: Buffer.from(await response.arrayBuffer()) }
  })
