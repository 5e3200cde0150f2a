/** Of what an address names and is not there; loaded apart from the palette. */
export const gone = {
  searching: "Looking for what was here…",
  unknown: "What this address names was never there.",
  missing: "What this address names is not there any more.",
  happened: (actor: string, description: string, ago: string) => `${actor} ${description}, ${ago}.`,
  wasIn: "It was in",
  isIn: "It is in another team:",
  openIt: "Open it",
  itsHistory: "Its history",
  dismiss: "Close this message",
  unreachable: "What this address names is not there. What became of it could not be fetched."
}
