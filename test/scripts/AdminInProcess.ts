import { format } from "node:util"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Layer, Sink, Stdio, Stream } from "effect"
import { main } from "../../scripts/admin/Admin.ts"
import type { ExitStatus } from "../../scripts/admin/Failure.ts"
import type { Finished } from "./AdminProcess.ts"

/** A console whose `log` and `error` write to the given functions. */
const consoleOn = (out: (text: string) => void, error: (text: string) => void): Console.Console => ({
  ...globalThis.console,
  log: (...parts) => out(`${format(...parts)}\n`),
  error: (...parts) => error(`${format(...parts)}\n`)
})

const sinkTo = (write: (text: string) => void) =>
  Sink.forEachArray((parts: ReadonlyArray<string | Uint8Array>) =>
    Effect.sync(() => {
      for (const part of parts) write(Buffer.from(part).toString())
    })
  )

/** Runs a script like `AdminProcess.runScript`, but within this process, which saves its start. */
export const runInProcess = (
  program: Effect.Effect<void, ExitStatus, NodeServices.NodeServices>,
  line: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  stdin: string = ""
): Effect.Effect<Finished> =>
  Effect.suspend(() => {
    let stdout = ""
    let stderr = ""
    const out = (text: string) => {
      stdout += text
    }
    const error = (text: string) => {
      stderr += text
    }
    const stdio = Stdio.layerTest({
      args: Effect.succeed(line),
      stdout: () => sinkTo(out),
      stderr: () => sinkTo(error),
      stdin: Stream.make(Buffer.from(stdin))
    })
    return program.pipe(
      Effect.as(0),
      Effect.catch(({ code }) => Effect.succeed(code)),
      Effect.provide([
        Layer.merge(NodeServices.layer, stdio),
        ConfigProvider.layer(ConfigProvider.fromEnv({ env })),
        Layer.succeed(Console.Console, consoleOn(out, error))
      ]),
      Effect.map((code) => ({ code, stdout, stderr }))
    )
  })

/** Runs `npm run admin -- …` within this process. */
export const run = (line: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}, stdin: string = "") =>
  runInProcess(main, line, env, stdin)
