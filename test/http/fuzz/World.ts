import { HashMap } from "effect"
import type { EntityType, State } from "../../../src/domain/state/State.ts"
import type { WireReply, WireRequest } from "./Wire.ts"

/** Who sends a request. `none` has no cookie, `forged` one that was never given out. */
export type Sender = "admin" | "editor" | "viewer" | "none" | "forged"

/** The password of everybody here, as far as the fuzz has not changed it. */
export const password = "correct horse"

interface Changer {
  readonly token: string
  password: string
}

/** What the requests to come can refer to. It follows the answers; the senders' own accounts stay as they are. */
export class World {
  readonly tokens: Readonly<Record<Sender, string | undefined>>
  /** Who changes passwords; nobody else's are changed. */
  readonly changers: ReadonlyArray<Changer>
  readonly logins: ReadonlyArray<string>
  /** Users the fuzz made, some of them deleted again. */
  readonly users: Array<string>
  /** Sessions nobody needs. */
  readonly spare: Array<string> = []
  /** The latest tag by path. */
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

  /** Never the same twice. */
  serial(): number {
    return this.#serial++
  }

  /** Some entity's id, living or deleted, of the type if there is one. */
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
