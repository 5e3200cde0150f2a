import { type ChildProcess, spawn } from "node:child_process"
import { Data, Effect } from "effect"

export class DidNotStart extends Data.TaggedError("DidNotStart")<{
  /** The messages that the process logged, one on each line. */
  readonly output: string
  /** The process's output, unchanged. */
  readonly raw: string
  readonly code: number | null
}> {}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ServerProcess {
  /** The server's address, from its log. */
  readonly url: string
  /** Milliseconds from the start of the process until it logged that it listens. */
  readonly startedIn: number
  readonly pid: number | undefined
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Effect.Effect<Ended>
  /** Everything that the process has printed. */
  readonly output: () => string
}

const listening = /Listening on (http:\/\/[0-9.:]+)/

/** Replaces each JSON log line by its message; other lines stay. */
export const textsOf = (output: string): string =>
  output
    .trim()
    .split("\n")
    .map((line) => (line.startsWith("{") ? String(JSON.parse(line).message) : line))
    .join("\n")

const endOf = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })))

interface Options {
  readonly cwd?: string | undefined
  /** Whether it has a process group of its own, which is killed as a whole when the scope closes. */
  readonly ownGroup?: boolean
}

type Env = Readonly<Record<string, string | undefined>>

const launch = (file: string, args: ReadonlyArray<string>, env: Env, { cwd, ownGroup = false }: Options = {}) =>
  Effect.acquireRelease(
    Effect.callback<ServerProcess, DidNotStart>((resume) => {
      const begun = performance.now()
      const child = spawn(file, args, {
        cwd,
        detached: ownGroup,
        env: {
          ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
          ...{ PORT: "0", LOG_FORMAT: "json", ADMIN_PASSWORD: "correct horse" },
          ...env
        },
        stdio: ["ignore", "pipe", "pipe"]
      })
      const ended = endOf(child)
      let output = ""
      const hear = (chunk: Buffer) => {
        output += chunk.toString()
        const url = listening.exec(output)?.[1]
        if (url === undefined) return
        resume(
          Effect.succeed({
            url,
            startedIn: performance.now() - begun,
            pid: child.pid,
            kill: (signal) => child.kill(signal),
            ended: Effect.promise(() => ended),
            output: () => output
          })
        )
      }
      child.stdout.on("data", hear)
      child.stderr.on("data", hear)
      ended.then(({ code }) => resume(Effect.fail(new DidNotStart({ output: textsOf(output), raw: output, code }))))
      return Effect.sync(() => child.kill("SIGKILL"))
    }),
    ({ pid, kill, ended }) =>
      Effect.andThen(
        Effect.sync(() => (ownGroup && pid !== undefined ? killGroup(pid, "SIGKILL") : kill("SIGKILL"))),
        ended
      )
  )

/** Sends a signal to all processes of a group, as a terminal does; does nothing if all have ended. */
const killGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal)
  } catch {
    // All have ended.
  }
}

/**
 * Starts a server as users run it, in a process of its own, on a free port; killed when the scope closes. `project` is the
 * folder of the project to start, by default this one.
 */
export const start = (env: Env, cwd?: string) => launch(process.execPath, ["src/main.ts"], env, { cwd })

/** Starts a script that prints where it listens as a server does; killed when the scope closes. */
export const startScript = (script: string, env: Env) => launch(process.execPath, [script], env)

/** Starts a server with `npm start`. `pid` and `ended` are those of npm, which has a process group of its own. */
export const npmStart = (env: Env) => launch("npm", ["start"], { HOME: process.env.HOME, ...env }, { ownGroup: true })
