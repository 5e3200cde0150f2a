import * as history from "../LogEntryTexts.ts"
import { dayFromToday, formatDay, today } from "./PageFormats.ts"

/** "Today", "Yesterday" or the formatted date; `text` is `YYYY-MM-DD`. */
export const dayLabel = (text: string): string => {
  if (text === today()) return history.today
  return text === dayFromToday(-1) ? history.yesterday : formatDay(text)
}
