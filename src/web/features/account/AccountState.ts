import { type Signal, signal } from "@preact/signals"
import type { TokenScope } from "../../../shared/TokenScopes.ts"
import type { NewTokenBody, SessionBody, TokenBody, UserTokenBody } from "../../contract/PageApi.ts"
import { type RefreshedList, refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

export interface TokenInput {
  readonly name: string
  readonly scope: TokenScope
  /** As typed. */
  readonly days: string
}

/** The user's own sessions and tokens. The signals are kept in the workspace, so that they survive the end of a session. */
export interface Account {
  /** The last seen first. */
  readonly sessions: RefreshedList<SessionBody>
  /** The newest first. */
  readonly tokens: RefreshedList<TokenBody>
  /** The token being created. */
  readonly input: Signal<TokenInput | undefined>
  /** Created tokens that the user does not have yet; they cannot be fetched again. */
  readonly created: Signal<ReadonlyArray<NewTokenBody>>
}

export const makeAccount = ({ api }: Workspace): Account => ({
  sessions: refreshedList(api.sessions),
  tokens: refreshedList(api.tokens),
  input: signal(undefined),
  created: signal([])
})

/** Everybody's tokens, for admins: by username, the newest first. */
export const makeAllTokens = ({ api }: Workspace): RefreshedList<UserTokenBody> => refreshedList(api.allTokens)

export const blankToken: TokenInput = { name: "", scope: "read", days: "90" }
