export const hint = "Sign-ins, failed attempts, locked accounts, changes to people and integrations, newest first"
export const username = "Username"
export const filter = "Filter"
export const all = "Show all"
export const refresh = "Refresh"
export const of = (name: string) => `Only entries about ${name}`
export const empty = "No entries yet."
export const emptyOf = (name: string) => `No entries about ${name}.`
export const notLoaded = "Couldn’t load the account activity."
export const lastAttempt = "last attempt"
export const from = (address: string) => `from ${address}`
export const request = (id: string) => `request ${id}`
