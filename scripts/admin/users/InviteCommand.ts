import { Effect, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Invitations } from "../../../src/accounts/invitations/Invitations.ts"
import type { UserRecord } from "../../../src/accounts/users/UserStore.ts"
import { config } from "../../../src/Config.ts"
import { Role } from "../../../src/domain/entities/Role.ts"
import { maxInvited } from "../../../src/shared/Limits.ts"
import { pagePaths, pageRoot } from "../../../src/shared/PagePaths.ts"
import * as CommandOutput from "../CommandOutput.ts"
import { failed, wrongUsage } from "../Failure.ts"
import { readInput } from "../FileInput.ts"
import { optionalText, toggle } from "../Flags.ts"
import { withAccounts } from "../Services.ts"

/** More than the longest list of people has. */
const maxInputBytes = 100_000

const flags = {
  usernames: Argument.String("username").pipe(
    Argument.withDescription("1 to 50 characters each, not yet taken"),
    Argument.variadic()
  ),
  displayName: optionalText("display-name", "What the user is called, if there is one"),
  namesStdin: toggle("names-stdin", "Read a username a line from standard input; after a tab, what the user is called")
}

/** Fails with `UsageError` before anything is read if the command line does not say who is invited. */
const named = Effect.fnUntraced(function* (options: {
  readonly usernames: ReadonlyArray<string>
  readonly displayName: string | undefined
  readonly namesStdin: boolean
}) {
  const { usernames, namesStdin, displayName } = options
  if (namesStdin ? usernames.length > 0 : usernames.length === 0) {
    return yield* wrongUsage("Give usernames, or use --names-stdin.")
  }
  if (displayName !== undefined && usernames.length !== 1) {
    return yield* wrongUsage("Use --display-name with one username.")
  }
  const lines = namesStdin ? (yield* readInput("list of names", maxInputBytes)).split(/\r?\n/) : []
  const listed = lines.flatMap((line) => {
    const [username = "", name] = line.split("\t", 2)
    return line.trim() === "" ? [] : [{ username, displayName: name?.trim() || undefined }]
  })
  const people = namesStdin ? listed : usernames.map((username) => ({ username, displayName }))
  if (people.length < 1 || people.length > maxInvited) {
    return yield* failed(`Invite 1 to ${maxInvited} people at once; these are ${people.length}.`)
  }
  return people
})

const linksBeginWith = Effect.gen(function* () {
  const { publicUrl } = yield* config
  if (publicUrl !== undefined) return publicUrl + pageRoot
  return yield* failed("Set PUBLIC_URL, the address that people use: links begin with it.")
})

/** Makes users without a password, and prints their links. `json` shows a user as the other commands do. */
export const make = (json: (user: UserRecord) => Readonly<Record<string, string | null>>) =>
  Command.make(
    "invite",
    { ...flags, role: Flag.Literals("role", Role.literals).pipe(Flag.withDescription("The role of all of them")) },
    Effect.fnUntraced(function* (options) {
      const { role } = options
      const address = yield* linksBeginWith
      const people = yield* named(options)
      yield* withAccounts(
        Effect.gen(function* () {
          const invited = yield* Invitations.use(({ invite }) => invite(people.map((person) => ({ ...person, role }))))
          const links = invited.map(({ user, token, expiresAt }) => ({
            ...{ user, expiresAt, url: address + pagePaths.invitation(Redacted.value(token), user) }
          }))
          yield* CommandOutput.print({
            json: links.map(({ user, url, expiresAt }) => ({ ...json(user), url, expiresAt })),
            text: links.map(({ user, url }) => `${user.username}\t${url}`).join("\n")
          })
          yield* CommandOutput.printAside(`Each link works once, until ${links[0]?.expiresAt}.`)
        })
      )
    })
  ).pipe(Command.withDescription("Adds users without a password and prints a link for each to choose one"))
