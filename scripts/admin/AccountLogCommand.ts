import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { parseSearchedUsername } from "../../src/accounts/users/Username.ts"
import type { AccountEntry } from "../../src/domain/AccountEntry.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { withAccounts } from "./Services.ts"

const maxLimit = 500

const line = ({ timestamp, lastAt, action, subjectName, actorName, address, count, detail }: AccountEntry): string =>
  [
    timestamp,
    action.padEnd(16),
    subjectName ?? "-",
    ...(actorName === null || actorName === subjectName ? [] : [`by ${actorName}`]),
    ...(address === null ? [] : [`from ${address}`]),
    ...(count === 1 ? [] : [`${count} times${lastAt === null ? "" : `, last at ${lastAt}`}`]),
    ...(detail === null ? [] : [`(${detail})`])
  ].join("  ")

export const log = Command.make(
  "log",
  {
    username: Flag.String("username").pipe(
      Flag.withDescription("Only entries by or about this user (any case)"),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription(`The number of entries, 1 to ${maxLimit}`),
      Flag.filter(
        (limit) => limit >= 1 && limit <= maxLimit,
        (limit) => `Expected a number from 1 to ${maxLimit}, got: ${limit}`
      ),
      Flag.withDefault(100)
    )
  },
  ({ username, limit }) =>
    withAccounts(
      Effect.gen(function* () {
        const { page } = yield* AccountLog
        const name = Option.isSome(username) ? yield* parseSearchedUsername(username.value) : undefined
        const { entries } = yield* page({ limit, username: name })
        yield* CommandOutput.print({
          json: entries,
          text: entries.length === 0 ? "There are no entries." : entries.map(line).join("\n")
        })
      })
    )
).pipe(Command.withDescription("Shows the account log, newest entries first"))
