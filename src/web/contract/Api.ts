import type { AccountLogPage } from "../../api/AccountLogApi.ts"
import type { AuthenticationResult, User } from "../../api/Bodies.ts"
import type { SubmitEventRequest } from "../../api/EventsApi.ts"
import type { HistoryPage } from "../../api/HistoryApi.ts"
import type { HistoryEntry } from "../../domain/History.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import type { RestorePreview } from "../../domain/RestorePreview.ts"
import type { Role } from "../../domain/Role.ts"
import type { ObjectiveBody, TeamBody } from "../../domain/Views.ts"
import { bodyOf, type Request, type Send } from "./Http.ts"
import type { Result } from "./Result.ts"

export type Authentication = typeof AuthenticationResult.Type
export type UserBody = typeof User.Type
export type AccountLogBody = typeof AccountLogPage.Type
export type HistoryPageBody = typeof HistoryPage.Type

export type SubmitBody = typeof SubmitEventRequest.Encoded

const post = (body?: unknown): Request => ({ method: "POST", body })

/** Every request of the page, typed. `within` is asked about each answer before it is given. */
export const makeApi = (send: Send, within: <A>(answer: Promise<A>) => Promise<A> = (answer) => answer) => {
  const json = <A>(path: string, request?: Request): Promise<Result<A>> =>
    within(send(path, request).then((sent) => bodyOf<A>(sent)))
  return {
    send,
    login: (username: string, password: string): Promise<Result<Authentication>> =>
      json("/api/auth/login", post({ username, password })),
    logout: (): Promise<Result<unknown>> => json("/api/auth/logout", post()),
    me: (): Promise<Result<Authentication>> => json("/api/auth/me"),
    changePassword: (currentPassword: string, newPassword: string): Promise<Result<unknown>> =>
      json("/api/auth/change-password", post({ currentPassword, newPassword })),
    teams: (): Promise<Result<ReadonlyArray<TeamBody>>> => json("/api/teams"),
    /** One objective with the check-ins of its measures. */
    objective: (id: string): Promise<Result<ObjectiveBody>> => json(`/api/objectives/${id}`),
    entityHistory: (id: string, limit: number, before?: number): Promise<Result<ReadonlyArray<HistoryEntry>>> =>
      json(`/api/history/entity/${id}?limit=${limit}${before === undefined ? "" : `&before=${before}`}`),
    wholeHistory: (limit: number, from?: number): Promise<Result<HistoryPageBody>> =>
      json(`/api/history/all?limit=${limit}${from === undefined ? "" : `&from=${from}`}`),
    /** What `restore_history` would change now. */
    restorePreview: (sequenceNumber: number, teamId: string | undefined): Promise<Result<RestorePreview>> =>
      json(`/api/history/preview?sequenceNumber=${sequenceNumber}${teamId === undefined ? "" : `&teamId=${teamId}`}`),
    users: (): Promise<Result<ReadonlyArray<UserBody>>> => json("/api/admin/users"),
    createUser: (username: string, password: string, role: Role): Promise<Result<UserBody>> =>
      json("/api/admin/users", post({ username, password, role })),
    setRole: (id: string, role: Role): Promise<Result<UserBody>> =>
      json(`/api/admin/users/${id}/role`, { method: "PUT", body: { role } }),
    deleteUser: (id: string): Promise<Result<unknown>> => json(`/api/admin/users/${id}`, { method: "DELETE" }),
    /** Newest first, below the id `before`; of one user, unless `username` is empty. */
    accountLog: (username: string, before?: number): Promise<Result<AccountLogBody>> => {
      const query = new URLSearchParams({
        ...(username !== "" && { username }),
        ...(before !== undefined && { before: String(before) })
      })
      return json(`/api/admin/account-log?${query}`)
    },
    /** With the same `key` it may be sent again and again: it happens once, and the answer is the first one. */
    submit: (body: SubmitBody, key: string, keepalive = false): Promise<Result<Outcome>> =>
      json("/api/events", { ...post(body), headers: { "idempotency-key": key }, keepalive })
  }
}

export type Api = ReturnType<typeof makeApi>
