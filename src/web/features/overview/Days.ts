const dateFormat = new Intl.DateTimeFormat("en-CA", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  timeZone: "UTC"
})

/** The date of a day of `shared/Pace`, `YYYY-MM-DD`. */
export const dateOf = (day: number): string => dateFormat.format(day * 86_400_000)
