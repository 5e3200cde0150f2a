export const overview = "Overview"
export const teams = "Teams"
export const log = "Log"
export const users = "Users"
export const webhooks = "Webhooks"
export const find = "Find"
export const account = "Account"
export const signedInAs = (name: string, role: string) => `Signed in as ${name} (${role})`
export const changePassword = "Change password"
export const signOut = "Sign out"
export const keys = "Keyboard"
export const theme = { system: "As the system", light: "Light", dark: "Dark" }
export const main = "Main"
