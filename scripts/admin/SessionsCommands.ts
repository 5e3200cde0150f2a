import { Command } from "effect/cli"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { SessionId } from "../../src/domain/entities/Ids.ts"
import type { SessionRecord } from "../../src/domain/Session.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { failed } from "./Failure.ts"
import { optional } from "./Flags.ts"
import * as Progress from "./Progress.ts"
import { accountsCommand } from "./Services.ts"
import { findUser, username } from "./UsersCommands.ts"

const line = ({ id, createdAt, lastSeenAt, address, userAgent }: SessionRecord): string =>
  [
    id,
    `since ${createdAt}`,
    `last seen ${lastSeenAt}`,
    address ?? "unknown address",
    userAgent ?? "unknown device"
  ].join("  ")

const list = accountsCommand("list", { username }, function* (options) {
  const user = yield* findUser(options.username)
  const sessions = yield* SessionStore.use((store) => store.list(user.id))
  yield* CommandOutput.printList(sessions, line, `${user.username} is not signed in.`)
}).pipe(Command.withDescription("Lists where a user is signed in, the last seen first"))

const end = accountsCommand(
  "end",
  {
    username,
    session: optional("session", "Only the session with this id, as list shows it", SessionId)
  },
  function* ({ session, ...options }) {
    const user = yield* findUser(options.username)
    const ended = yield* SessionStore.use((store) => store.revoke(user.id, session))
    if (session !== undefined && ended === 0) return yield* failed("There is no such session.")
    yield* CommandOutput.print({ json: { ended }, text: `Sessions of ${user.username} ended: ${ended}` })
  }
).pipe(Command.withDescription("Ends all sessions of a user, or one, on all servers"))

const purge = accountsCommand("purge", {}, function* () {
  const { purgeExpired } = yield* SessionStore
  const removed = yield* Progress.during("Removing expired sessions …", () => purgeExpired)
  yield* CommandOutput.print({ json: { removed }, text: `Expired sessions removed: ${removed}` })
}).pipe(Command.withDescription("Removes expired sessions, as a running server does every hour"))

export const command = Command.make("sessions").pipe(
  Command.withDescription("Manages sessions"),
  Command.withSubcommands([list, end, purge])
)
