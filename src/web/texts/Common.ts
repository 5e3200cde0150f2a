export const product = "Strategy"
export const save = "Save"
export const cancel = "Cancel"
export const close = "Close"
export const discard = "Discard"
export const retry = "Try again"
export const undo = "Undo"
export const history = "History"
export const remove = "Delete"
export const edit = (label: string) => `Edit ${label.toLowerCase()}`
export const status = "Status"
export const statusOf = (of: string, status: string) => `Status of ${of}: ${status}`
export const onPace = (percent: number) => `; on pace today: ${percent}%`
export const noDate = "No date"
export const loading = "Loading…"
export const unreachable = "The server does not answer. What you typed is kept, and sent when it is back."
export const unreachableShort = "The server does not answer. Please try again in a moment."
export const unsaved = "Not saved yet."
export const tooLong = (excess: number) => `Too long by ${excess} ${excess === 1 ? "character" : "characters"}.`
export const signedOut = "Your session is over."
export const refused = (reason: string) => (reason === "" ? "The server refused this." : reason)
export const skip = "Skip to the content"
export const notFound = "There is nothing here."
export const notFoundHint = "The address may be old, or what was here is deleted."
export const toTeams = "All teams"
export const place = "Place"
export const add = (noun: string) => `Add ${noun}`
export const addTo = (noun: string, group: string) => `Add ${noun} to ${group}`
export const moreOf = (title: string) => `More actions for ${title}`
export const copyLink = "Copy link"
export const linkCopied = "Link copied."
export const linkNotCopied = (address: string) => `Nothing could be copied. The address is ${address}`
export const oneEach = "One for each line…"
