import { Effect, Option, Redacted, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CompanyIdentity } from "../../src/accounts/company/CompanyIdentity.ts"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import * as InitialPassword from "../../src/accounts/users/InitialPassword.ts"
import { type UserRecord, UserStore } from "../../src/accounts/users/UserStore.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import { config } from "../../src/Config.ts"
import * as Database from "../../src/Database.ts"
import { UserId } from "../../src/domain/entities/Ids.ts"
import { Role } from "../../src/domain/entities/Role.ts"
import { Issuer } from "../../src/identity/OidcSettings.ts"
import { log } from "./AccountLogCommand.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { failed } from "./Failure.ts"
import { optional, optionalText } from "./Flags.ts"
import { accountsCommand, withAccounts } from "./Services.ts"
import * as InviteCommand from "./users/InviteCommand.ts"
import * as NewPassword from "./users/NewPassword.ts"

const shown = ({ id, username, displayName, role, createdAt }: UserRecord) => ({
  ...{ id, username, displayName, role, createdAt }
})

const readId = Schema.decodeOption(UserId)

/** Finds a user by name without regard to case, or by id, since names from earlier versions can be impossible to type. */
export const findUser = Effect.fnUntraced(function* (name: string) {
  const { findById, findByUsername } = yield* UserStore
  const named = yield* findByUsername(name)
  const id = readId(name)
  const user = Option.isNone(named) && Option.isSome(id) ? yield* findById(id.value) : named
  if (Option.isNone(user)) return yield* failed(`There is no user named ${JSON.stringify(name)}.`)
  return user.value
})

const line = ({ username, displayName, role, createdAt }: ReturnType<typeof shown>): string =>
  [username, role, `since ${createdAt.slice(0, 10)}`, ...(displayName === null ? [] : [displayName])].join("  ")

const answerWith = (user: UserRecord, done: string, { password, generated }: NewPassword.NewPassword) => {
  if (!generated) return CommandOutput.print({ json: shown(user), text: done })
  const generatedPassword = Redacted.value(password)
  const text = `${done}\nPassword (shown only this time): ${generatedPassword}`
  return CommandOutput.print({ json: { ...shown(user), generatedPassword }, text })
}

/** Removes the file with the initial admin's password in this data folder; a running server removes its own. */
const removeInitialPassword = Effect.gen(function* () {
  const { dataDir } = yield* config
  yield* Effect.catch(InitialPassword.removeIfInvalid(dataDir), ({ message }) =>
    Effect.logWarning(`Could not remove the file with the initial admin's password: ${message}`)
  )
})

const takenBy = (owner: Option.Option<UserRecord>): string =>
  Option.match(owner, {
    onNone: () => "This subject was just linked or deleted by somebody else. Try again.",
    onSome: (user) =>
      `This subject already signs in as ${user.username}. Delete ${user.username}, or link it to another subject, first.`
  })

export const username = Argument.String("username").pipe(
  Argument.withDescription("A username (any case) or a user's id")
)

const list = accountsCommand("list", {}, function* () {
  const users = yield* UserStore.use((store) => store.list)
  yield* CommandOutput.printList(users.map(shown), line, "There are no users.")
}).pipe(Command.withDescription("Lists all users, by name"))

const add = Command.make(
  "add",
  {
    username: Argument.String("username").pipe(Argument.withDescription("1 to 50 characters, not yet taken")),
    role: Flag.Literals("role", Role.literals).pipe(Flag.withDescription("The user's role")),
    displayName: optionalText("display-name", "What the user is called"),
    ...NewPassword.flags
  },
  Effect.fnUntraced(function* (options) {
    const source = yield* NewPassword.source(options)
    yield* withAccounts(
      Effect.gen(function* () {
        const users = yield* Users
        const given = yield* source
        const { username, role, displayName = null } = options
        const user = yield* users.create(username, Redacted.value(given.password), role, displayName)
        yield* answerWith(user, `Added ${user.username} as ${user.role}.`, given)
      })
    )
  })
).pipe(Command.withDescription("Adds a user; prompts for the password unless a flag provides it"))

const setRole = accountsCommand(
  "set-role",
  {
    username,
    role: Argument.Literals("role", Role.literals).pipe(Argument.withDescription("viewer, editor or admin"))
  },
  function* (options) {
    const { id } = yield* findUser(options.username)
    const user = yield* UserStore.use((store) => store.setRole(id, options.role))
    yield* CommandOutput.print({ json: shown(user), text: `${user.username} is now ${user.role}.` })
  }
).pipe(Command.withDescription("Changes a user's role; the last admin cannot be demoted"))

const resetPassword = Command.make(
  "reset-password",
  { username, ...NewPassword.flags },
  Effect.fnUntraced(function* (options) {
    const source = yield* NewPassword.source(options)
    yield* withAccounts(
      Effect.gen(function* () {
        const users = yield* Users
        const user = yield* findUser(options.username)
        const given = yield* source
        yield* users.resetPassword(null, user.id, Redacted.value(given.password))
        yield* removeInitialPassword
        yield* answerWith(user, `${user.username} has a new password; all their sessions have ended.`, given)
      })
    )
  })
).pipe(Command.withDescription("Sets a new password for a user and ends their sessions"))

const link = accountsCommand(
  "link",
  {
    username,
    subject: Flag.String("subject").pipe(
      Flag.withDescription("The claim sub of the person at the provider, 1 to 255 printable ASCII characters"),
      Flag.withSchema(CompanyIdentity.fields.subject)
    ),
    issuer: optional("issuer", "The provider; by default OIDC_ISSUER", Issuer)
  },
  function* (options) {
    const { oidcIssuer } = yield* config
    const issuer = options.issuer ?? Option.getOrUndefined(oidcIssuer)
    if (issuer === undefined) return yield* failed("Say which provider: set OIDC_ISSUER or use --issuer.")
    const identity = { issuer, subject: options.subject }
    const users = yield* UserStore
    const user = yield* findUser(options.username)
    const taken = Effect.flatMap(users.findByIdentity(identity), (owner) => failed(takenBy(owner)))
    yield* Effect.catchTag(users.link(user.id, identity), "IdentityTaken", () => taken)
    yield* CommandOutput.print({
      json: { ...shown(user), ...identity },
      text: `${user.username} now signs in as ${identity.subject} of ${identity.issuer}.`
    })
  }
).pipe(Command.withDescription("Lets a user sign in through the company's OpenID provider"))

const unlock = accountsCommand("unlock", { username }, function* (options) {
  const { recording } = yield* AccountLog
  const hasServers = yield* Database.HasServers
  const { username } = yield* findUser(options.username)
  if (hasServers)
    yield* recording(Effect.succeed({ value: undefined, entries: [{ action: "unlocked", subjectName: username }] }))
  const text = hasServers
    ? `${username} is unlocked; every running server applies this within a second.`
    : `${username} is not locked: only running servers hold locks, and none is using this database.`
  yield* CommandOutput.print({ json: { username, locked: false }, text })
}).pipe(Command.withDescription("Unlocks a user on all servers after too many failed sign-ins"))

const remove = accountsCommand("delete", { username }, function* (options) {
  const user = yield* findUser(options.username)
  yield* UserStore.use((store) => store.delete(user.id))
  yield* removeInitialPassword
  yield* CommandOutput.print({ json: shown(user), text: `Deleted ${user.username}.` })
}).pipe(Command.withDescription("Deletes a user and ends their sessions; the last admin cannot be deleted"))

export const command = Command.make("users").pipe(
  Command.withDescription("Manages users, their roles and passwords"),
  Command.withSubcommands([list, add, InviteCommand.make(shown), setRole, resetPassword, link, remove, unlock, log])
)
