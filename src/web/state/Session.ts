import { computed, effect, signal } from "@preact/signals"
import { includesRole, type Role } from "../../shared/Roles.ts"
import * as Api from "../api/Api.ts"
import type { Failure, Result } from "../api/Result.ts"

export interface Who {
  readonly userId: string
  readonly username: string
  readonly role: Role
}

export type Session =
  | { readonly state: "unknown" }
  /** `ended`: there was one, and it is over; what the page holds is kept for whoever signs in next, if it is the same user. */
  | { readonly state: "out"; readonly ended: boolean }
  | { readonly state: "in"; readonly who: Who }

export const session = signal<Session>({ state: "unknown" })

export const who = computed<Who | undefined>(() => (session.value.state === "in" ? session.value.who : undefined))

const holds = (role: Role) => computed(() => who.value !== undefined && includesRole(who.value.role, role))

export const canEdit = holds("editor")
export const isAdmin = holds("admin")

const take = (answer: Result<Api.Authentication>): void => {
  if (answer.ok && answer.value.success) {
    const { userId, username, role } = answer.value
    const known = who.peek()
    if (known?.userId === userId && known.username === username && known.role === role) return
    session.value = { state: "in", who: { userId, username, role } }
  } else if (!answer.ok && answer.failure.kind === "signedOut") sessionEnded()
}

/** Any answer of 401 leads here. */
export const sessionEnded = (): void => {
  // Another answer of 401 may come after the first.
  if (session.peek().state !== "out") session.value = { state: "out", ended: session.peek().state === "in" }
}

/** Tells the session of a failure that may be its end, and gives it back. */
export const noticed = (failure: Failure): Failure => {
  if (failure.kind === "signedOut") sessionEnded()
  return failure
}

/** Asks the server who this is; without an answer, nothing changes. */
export const askWho = async (): Promise<Result<Api.Authentication>> => {
  const answer = await Api.me()
  take(answer)
  return answer
}

export const signIn = async (username: string, password: string): Promise<Result<Api.Authentication>> => {
  const answer = await Api.login(username, password)
  take(answer)
  return answer
}

export const signOut = async (): Promise<Result<unknown>> => {
  const answer = await Api.logout()
  if (answer.ok || answer.failure.kind === "signedOut") session.value = { state: "out", ended: false }
  return answer
}

/** Called each time somebody is signed in, and with undefined when nobody is. */
export const onWho = (listener: (who: Who | undefined) => void): (() => void) => effect(() => listener(who.value))
