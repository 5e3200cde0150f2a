import { counted } from "./values/Counted.ts"

export const product = "Strategy"
export const save = "Save"
export const cancel = "Cancel"
export const done = "Done"
export const close = "Close"
export const discard = "Discard"
export const print = "Print"
export const retry = "Try again"
export const undo = "Undo"
export const history = "History"
export const remove = "Delete"
export const edit = (label: string) => `Edit ${label.toLowerCase()}`
export const status = "Status"
export const statusOf = (of: string, status: string) => `Status of ${of}: ${status}`
export const expectedToday = (percent: number) => `; ${percent}% expected by today`
export const loading = "Loading…"
export const unreachable = "Can’t reach the server. Your edit is saved here and will be sent when you reconnect."
export const unreachableShort = "Can’t reach the server. Try again in a moment."
export const newVersion = "A new version is here: reload to use it."
export const reload = "Reload"
export const unsaved = "Not saved yet."
export const tooLong = (excess: number) => `${counted(excess, "character")} too long.`
export const signedOut = "Your session has ended."
export const refused = (reason: string) => (reason === "" ? "The server rejected this." : reason)
export const skip = "Skip to content"
export const notFound = "Page not found"
export const notFoundHint = "The address may be out of date, or the item has been deleted."
export const view = "View"
export const views = { list: "List", timeline: "Timeline", tree: "Tree" }
export const toTeams = "All teams"
export const position = "Position"
export const add = (noun: string) => `Add ${noun}`
export const addTo = (noun: string, group: string) => `Add ${noun} to ${group}`
export const select = (title: string) => `Select ${title}`
export const moreOf = (title: string) => `More actions for ${title}`
export const copyLink = "Copy link"
export const linkCopied = "Link copied."
export const linkNotCopied = (address: string) => `Couldn’t copy the link. The address is ${address}`
export const onePerLine = "Add one per line…"
