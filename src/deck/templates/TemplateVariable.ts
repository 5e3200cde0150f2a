/** The variable by which a deck's process is told its template: the digest of the file, a blank, and its path. */
export const templateVariable = "STRATEGY_DECK_TEMPLATE"
