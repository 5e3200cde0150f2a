import { Context } from "effect"

/** Who changes an account, and from where. The account log stores it with the change. */
export interface ActionOrigin {
  /** Null when nobody is signed in. */
  readonly actorName: string | null
  readonly address: string | null
  readonly requestId: string | null
  /** The client's `User-Agent`, which a new session keeps; absent where there is no client. */
  readonly userAgent?: string | undefined
  /** Added to an entry's own detail, such as "script". */
  readonly detail: string | null
}

/** Provided for the duration of a request or a script. Without it an entry has no actor and no address. */
export const ActionSource = Context.Reference<ActionOrigin>("strategy/accounts/ActionSource", {
  defaultValue: () => ({ actorName: null, address: null, requestId: null, detail: null })
})

/** The source of actions of a server that starts for the first time. */
export const firstStart: ActionOrigin = { actorName: null, address: null, requestId: null, detail: "first start" }

/** The source of actions of the admin's commands, where nobody is signed in. */
export const script: ActionOrigin = { actorName: null, address: null, requestId: null, detail: "script" }
