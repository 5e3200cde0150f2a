import { computed, type ReadonlySignal, signal } from "@preact/signals"
import { includesRole, type Role } from "../../shared/Roles.ts"
import { type Authentication, makeApi } from "../contract/Api.ts"
import type { Send } from "../contract/Http.ts"
import type { Result } from "../contract/Result.ts"

export interface Who {
  readonly userId: string
  readonly username: string
  readonly role: Role
}

export type SessionState =
  | { readonly state: "unknown" }
  /** `ended`: there was one, and it is over; what the page holds is kept for whoever signs in next, if it is the same user. */
  | { readonly state: "out"; readonly ended: boolean }
  | { readonly state: "in"; readonly who: Who }

export interface Session {
  readonly now: ReadonlySignal<SessionState>
  readonly who: ReadonlySignal<Who | undefined>
  readonly canEdit: ReadonlySignal<boolean>
  readonly isAdmin: ReadonlySignal<boolean>
  /** Any answer of 401 leads here. */
  readonly end: () => void
  /** Asks the server who this is; without an answer, nothing changes. */
  readonly ask: () => Promise<Result<Authentication>>
  readonly signIn: (username: string, password: string) => Promise<Result<Authentication>>
  readonly signOut: () => Promise<Result<unknown>>
}

export const makeSession = (send: Send): Session => {
  const api = makeApi(send)
  const now = signal<SessionState>({ state: "unknown" })
  const who = computed(() => (now.value.state === "in" ? now.value.who : undefined))
  const holds = (role: Role) => computed(() => who.value !== undefined && includesRole(who.value.role, role))
  const end = (): void => {
    // Another answer of 401 may come after the first.
    if (now.peek().state !== "out") now.value = { state: "out", ended: now.peek().state === "in" }
  }
  const taken = async (asked: Promise<Result<Authentication>>): Promise<Result<Authentication>> => {
    const answer = await asked
    if (answer.ok && answer.value.success) {
      const { userId, username, role } = answer.value
      const known = who.peek()
      if (known?.userId !== userId || known.username !== username || known.role !== role) {
        now.value = { state: "in", who: { userId, username, role } }
      }
    } else if (!answer.ok && answer.failure.kind === "signedOut") end()
    return answer
  }
  return {
    now,
    who,
    canEdit: holds("editor"),
    isAdmin: holds("admin"),
    end,
    ask: () => taken(api.me()),
    signIn: (username, password) => taken(api.login(username, password)),
    signOut: async () => {
      const answer = await api.logout()
      if (answer.ok || answer.failure.kind === "signedOut") now.value = { state: "out", ended: false }
      return answer
    }
  }
}
