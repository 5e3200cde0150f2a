import { password, request } from "../../support/TestServer.ts"

/** Signs in as a browser does, without a CSRF header. */
export const login = (username: string, secret = password) =>
  request("/api/auth/login", { body: { username, password: secret }, csrf: null })

export const me = (token: string) => request("/api/auth/me", { token })

export const changePassword = (token: string, currentPassword: string, newPassword: string) =>
  request("/api/auth/change-password", { token, body: { currentPassword, newPassword } })

/** The body of the answer to a wrong username or password. */
export const wrong = { success: false, error: "Invalid username or password." }

/** The body of the answer while a username is locked. */
export const lockedOut = { success: false, error: "There were too many failed attempts. Please try again later." }
