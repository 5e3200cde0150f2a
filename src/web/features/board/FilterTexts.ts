export const label = "Filter objectives"
export const search = "Search objectives"
export const withoutPrinciple = "Without principle"
export const byPrinciple = (number: number, title: string) => `${number}. ${title}`
export const clear = "Show all"
export const shown = (shown: number, all: number) => `${shown} of ${all} shown.`
export const locked = "To re-order, show all."
