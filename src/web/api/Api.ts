import type { AccountLogPage } from "../../api/AccountLogApi.ts"
import type { AuthenticationResult, User } from "../../api/Bodies.ts"
import type { SubmitEventRequest } from "../../api/EventsApi.ts"
import type { HistoryPage } from "../../api/HistoryApi.ts"
import type { HistoryEntry } from "../../domain/History.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import type { RestorePreview } from "../../domain/RestorePreview.ts"
import type { Role } from "../../domain/Role.ts"
import type { ObjectiveBody, TeamBody } from "../../domain/Views.ts"
import { type Request, sendForJson } from "./Http.ts"
import type { Result } from "./Result.ts"

/** The parts of the API that need no state of the page, each a typed request. */

export type Authentication = typeof AuthenticationResult.Type
export type UserBody = typeof User.Type
export type AccountLogBody = typeof AccountLogPage.Type
export type HistoryPageBody = typeof HistoryPage.Type

const post = (body?: unknown): Request => ({ method: "POST", body })

export const login = (username: string, password: string): Promise<Result<Authentication>> =>
  sendForJson("/api/auth/login", post({ username, password }))

export const logout = (): Promise<Result<unknown>> => sendForJson("/api/auth/logout", post())

export const me = (): Promise<Result<Authentication>> => sendForJson("/api/auth/me")

export const changePassword = (currentPassword: string, newPassword: string): Promise<Result<unknown>> =>
  sendForJson("/api/auth/change-password", post({ currentPassword, newPassword }))

export const teams = (): Promise<Result<ReadonlyArray<TeamBody>>> => sendForJson("/api/teams")

/** One objective with the check-ins of its measures. */
export const objective = (id: string): Promise<Result<ObjectiveBody>> => sendForJson(`/api/objectives/${id}`)

export const entityHistory = (
  id: string,
  limit: number,
  before?: number
): Promise<Result<ReadonlyArray<HistoryEntry>>> =>
  sendForJson(`/api/history/entity/${id}?limit=${limit}${before === undefined ? "" : `&before=${before}`}`)

export const wholeHistory = (limit: number, from?: number): Promise<Result<HistoryPageBody>> =>
  sendForJson(`/api/history/all?limit=${limit}${from === undefined ? "" : `&from=${from}`}`)

/** What `restore_history` would change now. */
export const restorePreview = (sequenceNumber: number, teamId: string | undefined): Promise<Result<RestorePreview>> =>
  sendForJson(`/api/history/preview?sequenceNumber=${sequenceNumber}${teamId === undefined ? "" : `&teamId=${teamId}`}`)

export const users = (): Promise<Result<ReadonlyArray<UserBody>>> => sendForJson("/api/admin/users")

export const createUser = (username: string, password: string, role: Role): Promise<Result<UserBody>> =>
  sendForJson("/api/admin/users", post({ username, password, role }))

export const setRole = (id: string, role: Role): Promise<Result<UserBody>> =>
  sendForJson(`/api/admin/users/${id}/role`, { method: "PUT", body: { role } })

export const deleteUser = (id: string): Promise<Result<unknown>> =>
  sendForJson(`/api/admin/users/${id}`, { method: "DELETE" })

/** Newest first, below the id `before`; of one user, unless `username` is empty. */
export const accountLog = (username: string, before?: number): Promise<Result<AccountLogBody>> => {
  const query = new URLSearchParams({
    ...(username !== "" && { username }),
    ...(before !== undefined && { before: String(before) })
  })
  return sendForJson(`/api/admin/account-log?${query}`)
}

export type SubmitBody = typeof SubmitEventRequest.Encoded

/** With the same `key` it may be sent again and again: it happens once, and the answer is the first one. */
export const submit = (body: SubmitBody, key: string, keepalive = false): Promise<Result<Outcome>> =>
  sendForJson("/api/events", { ...post(body), headers: { "idempotency-key": key }, keepalive })
