import { Context } from "effect"

/** Who asks for something that callers share fairly. Callers with a session wait in another line than those without. */
export interface Caller {
  readonly hasSession: boolean
  /** Callers with the same key count as one. It is a user's id or a client's network, for example. */
  readonly key: string
}

/** Provided for the duration of a request. Scripts need none, since they share with nobody. */
export const CurrentCaller = Context.Reference<Caller>("strategy/accounts/CurrentCaller", {
  defaultValue: () => ({ hasSession: false, key: "" })
})
