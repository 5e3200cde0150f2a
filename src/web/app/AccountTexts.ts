import { passwordLength } from "../../shared/Limits.ts"

export const title = "Change password"
export const labels = { current: "Current password", next: "New password", repeated: "New password again" }
export const hint = `${passwordLength.minimum} to ${passwordLength.maximum} characters.`
export const submit = "Change password"
export const fillIn = "Fill this in, please."
export const length = `It must have ${passwordLength.minimum} to ${passwordLength.maximum} characters.`
export const different = "This is not the same as above."
export const done = "Your password is changed. Your other sessions are signed out."
