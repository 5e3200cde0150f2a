// Texts for an address that names something that is not there.

export const searching = "Looking for what was here…"
export const unknown = "What this address names was never there."
export const missing = "What this address names is not there any more."
export const happened = (actor: string, description: string, ago: string) => `${actor} ${description}, ${ago}.`
export const wasIn = "It was in"
export const isIn = "It is in another team:"
export const openIt = "Open it"
export const itsHistory = "Its history"
export const dismiss = "Close this message"
export const unreachable = "What this address names is not there. What became of it could not be fetched."
