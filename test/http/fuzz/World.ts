import { HashMap } from "effect"
import type { EntityType, State } from "../../../src/domain/state/State.ts"
import type { WireReply, WireRequest } from "./Wire.ts"

/** Who sends a request: `none` has no cookie, and the token of `forged` was never issued. */
export type Sender = "admin" | "editor" | "viewer" | "none" | "forged"

/** The password of all users, unless the fuzz has changed it. */
export const password = "correct horse"

interface Changer {
  readonly token: string
  password: string
}

/** What later requests can refer to, updated from the responses. The accounts of the senders do not change. */
export class World {
  readonly tokens: Readonly<Record<Sender, string | undefined>>
  /** The only users whose passwords are changed. */
  readonly changers: ReadonlyArray<Changer>
  readonly logins: ReadonlyArray<string>
  /** Users the fuzz made, some of them deleted again. */
  readonly users: Array<string>
  /** Sessions that later requests do not need. */
  readonly spare: Array<string> = []
  /** The latest ETag by path. */
  readonly etags = new Map<string, string>()
  readonly state: () => State
  #serial = 0

  constructor(setting: Pick<World, "tokens" | "changers" | "logins" | "users" | "state">) {
    this.tokens = setting.tokens
    this.changers = setting.changers
    this.logins = setting.logins
    this.users = setting.users
    this.state = setting.state
  }

  /** A new number each time. */
  serial(): number {
    return this.#serial++
  }

  /** The id of an entity, deleted or not; of the given type if there is one. */
  entity(type: EntityType, n: number): string | undefined {
    const all = HashMap.toEntries(this.state().entities)
    const fitting = all.filter(([, ref]) => ref.type === type)
    return pick(fitting.length === 0 ? all : fitting, n)?.[0]
  }

  learn({ target }: WireRequest, { status, headers, text }: WireReply): void {
    if (headers.etag !== undefined) this.etags.set(target, headers.etag)
    const token = /strategy_session=([^;]+)/.exec(headers["set-cookie"]?.join("\n") ?? "")?.[1]
    if (token !== undefined) this.spare.push(token)
    if (status === 201) this.users.push(/"id":"([^"]*)"/.exec(text)?.[1] ?? "")
  }
}

export const pick = <A>(list: ReadonlyArray<A>, n: number): A | undefined => list[n % Math.max(1, list.length)]
