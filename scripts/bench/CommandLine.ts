import { Effect, Option, Schema } from "effect"
import { CliOutput, Command, Flag } from "effect/cli"
import * as Telemetry from "../../src/observability/Telemetry.ts"
import { presenter, report } from "../admin/Failure.ts"
import type { Subject } from "./Subject.ts"

/** A flag that counts something, with what it is for and what it is without being given. */
export const count = (name: string, description: string, byDefault: number, minimum = 1) =>
  Flag.Int(name).pipe(
    Flag.withDescription(description),
    Flag.withSchema(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum, { message: `must be at least ${minimum}` }))
    ),
    Flag.withDefault(byDefault)
  )

export const quick = Flag.Boolean("quick").pipe(
  Flag.withDescription("Everything smaller, to see that it works; its figures are not to be quoted"),
  Flag.withDefault(false)
)

/** Names and what they are about, a line each, for a command's help. */
export const listed = (all: ReadonlyArray<Pick<Subject, "name" | "about">>): string =>
  all.map(({ name, about }) => `  ${name}: ${about}`).join("\n")

/**
 * Does what the command line in `Stdio` says, and fails with `Ended` after it has told why. What is measured in this
 * process is traced no more than a server is.
 */
export const run = <Name extends string, Input, E extends { readonly _tag: string; readonly message: string }, R>(
  command: Command.Command<Name, Input, unknown, E, R>
) =>
  command.pipe(
    Command.run({ version: "1" }),
    Effect.provide(CliOutput.layerPresenter(presenter)),
    Effect.provide(Telemetry.layer(Option.none())),
    Effect.catchCause(report)
  )
