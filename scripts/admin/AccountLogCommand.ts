import { Command, Flag } from "effect/cli"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { parseSearchedUsername } from "../../src/accounts/users/Username.ts"
import type { AccountEntry } from "../../src/domain/AccountEntry.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { optionalText, wholeNumber } from "./Flags.ts"
import { accountsCommand } from "./Services.ts"

const maximum = 500

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

export const log = accountsCommand(
  "log",
  {
    username: optionalText("username", "Only entries by or about this user (any case)"),
    limit: wholeNumber("limit", `The number of entries, 1 to ${maximum}`, { maximum }).pipe(Flag.withDefault(100))
  },
  function* ({ username, limit }) {
    const { page } = yield* AccountLog
    const name = username === undefined ? undefined : yield* parseSearchedUsername(username)
    const { entries } = yield* page({ limit, username: name })
    yield* CommandOutput.printList(entries, line, "There are no entries.")
  }
).pipe(Command.withDescription("Shows the account log, newest entries first"))
