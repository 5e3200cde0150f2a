import { Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { TokenId } from "../../src/domain/entities/Ids.ts"
import { TokenName, TokenScope, type UserToken } from "../../src/domain/Token.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import { tokenDays } from "../../src/shared/TokenScopes.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { failed } from "./Failure.ts"
import { optionalText, wholeNumber } from "./Flags.ts"
import { accountsCommand } from "./Services.ts"
import { findUser } from "./UsersCommands.ts"

const lastUse = ({ lastUsedAt }: UserToken): string =>
  lastUsedAt === null ? "never used" : `last used ${lastUsedAt.slice(0, 10)}`

const line = (token: UserToken): string =>
  [token.id, token.username, token.scope, `until ${token.expiresAt.slice(0, 10)}`, lastUse(token), token.name].join(
    "  "
  )

const list = accountsCommand(
  "list",
  { username: optionalText("username", "Only this user's tokens") },
  function* ({ username }) {
    const user = username === undefined ? undefined : yield* findUser(username)
    const tokens = yield* TokenStore.use((store) => store.list(user?.id))
    yield* CommandOutput.printList(tokens, line, "There are no valid tokens.")
  }
).pipe(Command.withDescription("Lists the valid tokens of all users or of one, with their last use"))

const add = accountsCommand(
  "add",
  {
    username: Argument.String("username").pipe(Argument.withDescription("The user for whom the program acts")),
    name: Flag.String("name").pipe(
      Flag.withDescription("What uses it, 1 to 100 characters"),
      Flag.withSchema(TokenName)
    ),
    scope: Flag.Literals("scope", TokenScope.literals).pipe(
      Flag.withDescription("The most it may do; never more than its user")
    ),
    days: wholeNumber("days", "For how many days it is valid", tokenDays)
  },
  function* ({ username, ...settings }) {
    const user = yield* findUser(username)
    const { secret, token } = yield* TokenStore.use((store) => store.create(user.id, settings))
    const shown = Redacted.value(secret)
    yield* CommandOutput.print({
      json: { ...token, username: user.username, token: shown },
      text: `Added the token ${token.id} for ${user.username}.\nToken (shown only this time): ${shown}`
    })
  }
).pipe(Command.withDescription("Adds a token with which a program acts for a user"))

const revoke = accountsCommand(
  "revoke",
  {
    id: Argument.String("id").pipe(
      Argument.withDescription("The token's id, as list shows it"),
      Argument.withSchema(TokenId)
    )
  },
  function* ({ id }) {
    const wasThere = yield* TokenStore.use((store) => store.revoke(id))
    if (!wasThere) return yield* failed(`There is no valid token ${JSON.stringify(id)}.`)
    yield* CommandOutput.print({ json: { id }, text: `Revoked the token ${id}.` })
  }
).pipe(Command.withDescription("Ends a token on all servers"))

export const command = Command.make("tokens").pipe(
  Command.withDescription("Manages the tokens with which programs act for users"),
  Command.withSubcommands([list, add, revoke])
)
