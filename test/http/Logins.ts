import { password, request } from "../support/TestServer.ts"

/** As a browser does it, which has no CSRF header to send yet. */
export const login = (username: string, secret = password) =>
  request("/api/auth/login", { body: { username, password: secret }, csrf: null })

export const me = (token: string) => request("/api/auth/me", { token })

export const changePassword = (token: string, currentPassword: string, newPassword: string) =>
  request("/api/auth/change-password", { token, body: { currentPassword, newPassword } })

/** The whole answer to a wrong name or password. */
export const wrong = { success: false, error: "Invalid username or password." }

/** The whole answer while a name is locked. */
export const lockedOut = { success: false, error: "There were too many failed attempts. Please try again later." }
