import { Context } from "effect"

/** Who causes a change of accounts, and from where; the account log keeps it with the change. */
export interface Source {
  /** Null: nobody is signed in. */
  readonly actorName: string | null
  readonly address: string | null
  readonly requestId: string | null
  /** Something to add to an entry's own detail, such as "script". */
  readonly detail: string | null
}

/** Provided around a request or a script. Without it the entry names no actor and no address. */
export const ActionSource = Context.Reference<Source>("strategy/accounts/ActionSource", {
  defaultValue: () => ({ actorName: null, address: null, requestId: null, detail: null })
})

/** Of what a server does by itself the first time it starts. */
export const firstStart: Source = { actorName: null, address: null, requestId: null, detail: "first start" }

/** Of what an administrative script does: nobody is signed in there. */
export const script: Source = { actorName: null, address: null, requestId: null, detail: "script" }
