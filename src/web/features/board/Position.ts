/** The index of the place that was typed, counted from 1; undefined if there is no such place among `count`. */
export const indexOfPosition = (typed: string, count: number): number | undefined => {
  const place = /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : 0
  return place >= 1 && place <= count ? place - 1 : undefined
}
