import { passwordLength } from "../../shared/Limits.ts"

const length = `${passwordLength.minimum} to ${passwordLength.maximum} characters`

export const title = "Change password"
export const labels = { current: "Current password", next: "New password", repeated: "Repeat new password" }
export const hint = `${length}.`
export const submit = "Change password"
export const missing = "Enter your current password."
export const wrongLength = `Use ${length}.`
export const different = "The passwords don’t match."
export const done = "Password changed. Your other sessions are signed out."
