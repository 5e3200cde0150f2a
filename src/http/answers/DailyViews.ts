import * as ViewCache from "./ViewCache.ts"

/** Keeps the encoded views of a day; those of other days are dropped. */
export const make = () => {
  let latest = { date: "", views: ViewCache.make() }
  return (date: string) => {
    if (latest.date !== date) latest = { date, views: ViewCache.make() }
    return latest.views
  }
}
