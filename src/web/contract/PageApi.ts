import type { Role } from "../../domain/entities/Role.ts"
import { type AnswerOf, type BodyOf, type Call, makeCall } from "./Call.ts"
import type { Send } from "./Http.ts"

export type Authentication = AnswerOf<"GET /api/auth/me">
export type Chosen = BodyOf<"POST /api/auth/invitations">
export type SignedOut = AnswerOf<"POST /api/auth/logout">
export type SignInMethods = AnswerOf<"GET /api/auth/methods">
export type UserBody = AnswerOf<"GET /api/admin/users">[number]
type InvitedPerson = BodyOf<"POST /api/admin/invitations">["people"][number]
export type InvitationBody = AnswerOf<"POST /api/admin/invitations">[number]
export type WebhookBody = AnswerOf<"GET /api/admin/webhooks">[number]
export type NewWebhookBody = AnswerOf<"POST /api/admin/webhooks">
export type DeliveryBody = AnswerOf<"GET /api/admin/webhooks/:webhookId/deliveries">[number]
export type DeliveryDetailsBody = AnswerOf<"GET /api/admin/webhooks/:webhookId/deliveries/:number">
export type WebhookSettings = BodyOf<"POST /api/admin/webhooks">
export type SessionBody = AnswerOf<"GET /api/auth/sessions">[number]
export type PersonSessionBody = AnswerOf<"GET /api/admin/users/:userId/sessions">[number]
export type TokenBody = AnswerOf<"GET /api/auth/tokens">[number]
export type NewTokenBody = AnswerOf<"POST /api/auth/tokens">
export type UserTokenBody = AnswerOf<"GET /api/admin/tokens">[number]
type TokenSettings = BodyOf<"POST /api/auth/tokens">
export type SubmitBody = BodyOf<"POST /api/events">

/** What can be taken back: one event, or a change set. */
export type UndoTarget = { readonly sequenceNumber: number } | { readonly changeSetId: string }

/** Changes that belong together. The server names a set that takes changes back. */
export interface ChangeSet {
  readonly id: string
  readonly name?: string
}

/** An event to submit. */
export interface Submission {
  readonly body: SubmitBody
  /** The idempotency key: a repetition with it is not applied again and gets the first answer. */
  readonly key: string
  /** The changes that it belongs to. */
  readonly changeSet?: ChangeSet
  /** The sequence number of the event that it takes back. */
  readonly undoes?: number
}

const headersOf = ({ key, changeSet, undoes }: Submission): Readonly<Record<string, string>> => ({
  "idempotency-key": key,
  ...(changeSet && { "change-set": changeSet.id }),
  ...(changeSet?.name !== undefined && { "change-set-name": encodeURIComponent(changeSet.name) }),
  ...(undoes !== undefined && { undoes: String(undoes) })
})

const inverseBy = (call: Call) => (of: UndoTarget) =>
  "changeSetId" in of
    ? call("GET /api/change-sets/:changeSetId/inverse", { params: of })
    : call("GET /api/history/:sequenceNumber/inverse", { params: of })

/** Every request of the page. `within` wraps each answer, see `makeCall`. */
export const makeApi = (send: Send, within?: Parameters<typeof makeCall>[1]) => {
  const call = makeCall(send, within)
  return {
    send,
    /** For calls that only one feature makes. */
    call,
    login: (username: string, password: string) => call("POST /api/auth/login", { body: { username, password } }),
    useInvitation: (body: Chosen) => call("POST /api/auth/invitations", { body }),
    logout: () => call("POST /api/auth/logout"),
    me: () => call("GET /api/auth/me"),
    signInMethods: () => call("GET /api/auth/methods"),
    changePassword: (currentPassword: string, newPassword: string) =>
      call("POST /api/auth/change-password", { body: { currentPassword, newPassword } }),
    rename: (displayName: string) => call("PUT /api/auth/profile", { body: { displayName } }),
    sessions: () => call("GET /api/auth/sessions"),
    endSession: (sessionId: string) => call("DELETE /api/auth/sessions/:sessionId", { params: { sessionId } }),
    tokens: () => call("GET /api/auth/tokens"),
    /** The token itself is in this answer and in no later one. */
    createToken: (body: TokenSettings) => call("POST /api/auth/tokens", { body }),
    revokeToken: (tokenId: string) => call("DELETE /api/auth/tokens/:tokenId", { params: { tokenId } }),
    teams: () => call("GET /api/teams"),
    overview: () => call("GET /api/overview"),
    /** One objective with the check-ins of its measures. */
    objective: (objectiveId: string) => call("GET /api/objectives/:objectiveId", { params: { objectiveId } }),
    /** Where the measures of an objective are heading. */
    forecast: (objectiveId: string) => call("GET /api/objectives/:objectiveId/forecast", { params: { objectiveId } }),
    entityHistory: (entityId: string, limit: number, before?: number) =>
      call("GET /api/history/entity/:entityId", { params: { entityId }, query: { limit, before } }),
    wholeHistory: (limit: number, from?: number) => call("GET /api/history/all", { query: { limit, from } }),
    /** What `restore_history` would change now. */
    restorePreview: (sequenceNumber: number, teamId: string | undefined) =>
      call("GET /api/history/preview", { query: { sequenceNumber, teamId } }),
    users: () => call("GET /api/admin/users"),
    /** The links are in this answer and in no later one. */
    invite: (people: ReadonlyArray<InvitedPerson>) => call("POST /api/admin/invitations", { body: { people } }),
    setRole: (userId: string, role: Role) =>
      call("PUT /api/admin/users/:userId/role", { params: { userId }, body: { role } }),
    deleteUser: (userId: string) => call("DELETE /api/admin/users/:userId", { params: { userId } }),
    inviteAgain: (userId: string) => call("POST /api/admin/users/:userId/invitation", { params: { userId } }),
    sessionsOf: (userId: string) => call("GET /api/admin/users/:userId/sessions", { params: { userId } }),
    endSessionsOf: (userId: string) => call("DELETE /api/admin/users/:userId/sessions", { params: { userId } }),
    allTokens: () => call("GET /api/admin/tokens"),
    revokeAnyToken: (tokenId: string) => call("DELETE /api/admin/tokens/:tokenId", { params: { tokenId } }),
    /** Entries with ids below `before`, newest first; only those about `username`, unless it is empty. */
    accountLog: (username: string, before?: number) =>
      call("GET /api/admin/account-log", { query: { username: username === "" ? undefined : username, before } }),
    /** Only into an empty log. */
    loadSample: () => call("POST /api/admin/sample"),
    submit: (sent: Submission) => call("POST /api/events", { body: sent.body, headers: headersOf(sent) }),
    /** What takes it back now. */
    inverse: inverseBy(call),
    /** What was deleted in a team and can come back, newest first. */
    deleted: (teamId: string, limit: number, before?: number) =>
      call("GET /api/teams/:teamId/deleted", { params: { teamId }, query: { limit, before } })
  }
}

export type Api = ReturnType<typeof makeApi>
