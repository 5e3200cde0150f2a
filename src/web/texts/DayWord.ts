import { day, dayFromToday, today } from "./Formats.ts"
import { history } from "./History.ts"

/** A day (`YYYY-MM-DD`) as people call it. */
export const dayWord = (text: string): string => {
  if (text === today()) return history.today
  return text === dayFromToday(-1) ? history.yesterday : day(text)
}
