import { computed, type ReadonlySignal, signal } from "@preact/signals"
import { includesRole, type Role } from "../../shared/Roles.ts"
import type { Send } from "../contract/Http.ts"
import { type Authentication, type Chosen, makeApi, type SignedOut, type SignInMethods } from "../contract/PageApi.ts"
import type { Result } from "../contract/Result.ts"
import { setTimeZone } from "../texts/values/Clock.ts"

interface SignedInUser {
  readonly userId: string
  readonly username: string
  /** What others call the user; null if nobody has said. */
  readonly displayName: string | null
  readonly role: Role
}

type SessionState =
  /** The server has not answered yet. */
  | { readonly kind: "unknown" }
  /** `hasExpired`: the session ended without a sign-out; the workspace is kept for the same user to continue. */
  | { readonly kind: "out"; readonly hasExpired: boolean }
  | { readonly kind: "in"; readonly user: SignedInUser }

export interface Session {
  readonly state: ReadonlySignal<SessionState>
  /** Whether the user signed in here, with this page open. */
  readonly hasEntered: ReadonlySignal<boolean>
  /** Undefined while nobody is signed in. */
  readonly user: ReadonlySignal<SignedInUser | undefined>
  readonly canEdit: ReadonlySignal<boolean>
  readonly isAdmin: ReadonlySignal<boolean>
  /** What people call the company; empty if nobody has said. */
  readonly companyName: ReadonlySignal<string>
  /** Records that the session has expired; called on any answer of 401 to what its user sent. */
  readonly expire: () => void
  /** Asks the server who is signed in. Without an answer, or when somebody signs in or out meanwhile, the state stays. */
  readonly refresh: () => Promise<Result<Authentication>>
  /** Fails as `signedOut` when the browser does not keep the session's cookie. */
  readonly signIn: (username: string, password: string) => Promise<Result<Authentication>>
  /** Chooses a password by an invitation, and signs in with it. */
  readonly useInvitation: (chosen: Chosen) => Promise<Result<Authentication>>
  /** The ways to sign in. */
  readonly methods: () => Promise<Result<SignInMethods>>
  /** Its answer may say where to sign out at the company's provider too. */
  readonly signOut: () => Promise<Result<SignedOut>>
}

/** Unless the page `isSecure`, the browser may drop the cookie silently, so a sign-in is checked. */
export const makeSession = (send: Send, isSecure = true): Session => {
  const api = makeApi(send)
  const hasEntered = signal(false)
  const state = signal<SessionState>({ kind: "unknown" })
  const companyName = signal("")
  const user = computed(() => (state.value.kind === "in" ? state.value.user : undefined))
  const hasRole = (role: Role) => computed(() => user.value !== undefined && includesRole(user.value.role, role))
  /** The stream may tell of a sign-out before its answer comes. */
  let isSigningOut = false
  const expire = (): void => {
    const { kind } = state.peek()
    // Several requests may be answered with 401.
    if (kind !== "out") state.value = { kind: "out", hasExpired: kind === "in" && !isSigningOut }
  }
  const apply = (answer: Result<Authentication>): Result<Authentication> => {
    if (answer.ok && answer.value.success) {
      const { userId, username, displayName, role, timeZone } = answer.value
      void setTimeZone(timeZone)
      companyName.value = answer.value.companyName ?? ""
      const known = user.peek()
      const isKnown = known?.userId === userId && known.username === username && known.displayName === displayName
      if (!isKnown || known.role !== role) state.value = { kind: "in", user: { userId, username, displayName, role } }
    } else if (!answer.ok && answer.failure.kind === "signedOut") expire()
    return answer
  }
  const begin = async (asked: Promise<Result<Authentication>>): Promise<Result<Authentication>> => {
    const answer = await asked
    const isDone = answer.ok && answer.value.success
    if (isDone) hasEntered.value = true
    return apply(isDone && !isSecure ? await api.me() : answer)
  }
  return {
    state,
    hasEntered,
    user,
    canEdit: hasRole("editor"),
    isAdmin: hasRole("admin"),
    companyName,
    expire,
    refresh: async () => {
      const before = state.peek()
      const answer = await api.me()
      return state.peek() === before ? apply(answer) : answer
    },
    signIn: (username, password) => begin(api.login(username, password)),
    useInvitation: (chosen) => begin(api.useInvitation(chosen)),
    methods: async () => {
      const answer = await api.signInMethods()
      if (answer.ok) companyName.value = answer.value.companyName ?? ""
      return answer
    },
    signOut: async () => {
      const leaving = user.peek()
      isSigningOut = true
      const answer = await api.logout()
      isSigningOut = false
      const isOver = answer.ok || answer.failure.kind === "signedOut"
      if (isOver && user.peek() === leaving) state.value = { kind: "out", hasExpired: false }
      return answer
    }
  }
}
