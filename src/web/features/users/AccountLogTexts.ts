export const title = "Account log"
export const hint = "Who signed in, was refused or locked, and who changed users, newest first."
export const username = "Username"
export const filter = "Show"
export const all = "Show all"
export const refresh = "Refresh"
export const of = (name: string) => `Only what ${name} did or underwent.`
export const empty = "There are no entries."
export const emptyOf = (name: string) => `There are no entries of ${name}.`
export const notLoaded = "The account log could not be loaded."
export const from = (address: string) => `from ${address}`
export const request = (id: string) => `request ${id}`
