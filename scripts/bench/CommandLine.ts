import { Effect } from "effect"
import { CliOutput, Command } from "effect/cli"
import * as Telemetry from "../../src/observability/Telemetry.ts"
import { presenter, report } from "../admin/Failure.ts"
import { toggle } from "../admin/Flags.ts"
import type { Subject } from "./Subject.ts"

export const quick = toggle("quick", "Measure on a small scale, to see that it works; the figures mean nothing")

/** A line for each name and its description, for a command's help. */
export const listed = (all: ReadonlyArray<Pick<Subject, "name" | "about">>): string =>
  all.map(({ name, about }) => `  ${name}: ${about}`).join("\n")

/**
 * Runs the command line in `Stdio`. On failure it prints why and fails with `ExitStatus`. There is no tracer, as in a server
 * by default, so that measurements in this process are comparable.
 */
export const run = <Name extends string, Input, E extends { readonly _tag: string; readonly message: string }, R>(
  command: Command.Command<Name, Input, unknown, E, R>
) =>
  command.pipe(
    Command.run({ version: "1" }),
    Effect.provide(CliOutput.layerPresenter(presenter)),
    Effect.provide(Telemetry.untraced),
    Effect.catchCause(report)
  )
