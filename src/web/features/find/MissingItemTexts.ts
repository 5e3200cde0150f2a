// Texts for an address of an item that does not exist.

export const searching = "Looking for this item…"
export const unknown = "There has never been an item at this address."
export const missing = "This item no longer exists."
export const happened = (actor: string, description: string, ago: string) => `${actor} ${description}, ${ago}.`
export const wasIn = "It was in"
export const isIn = "It’s in another team:"
export const openIt = "Open it"
export const itsHistory = "See its history"
export const dismiss = "Close this message"
export const unreachable = "This item doesn’t exist. Couldn’t load what happened to it."
