import { dateOfDay, dayOf } from "../../../shared/Days.ts"
import * as history from "../LogEntryTexts.ts"
import { formatDay, localToday } from "./PageFormats.ts"

/** "Today", "Yesterday" or the formatted date; `text` is `YYYY-MM-DD`. */
export const dayLabel = (text: string): string => {
  const today = localToday()
  if (text === today) return history.today
  return text === dateOfDay(dayOf(today) - 1) ? history.yesterday : formatDay(text)
}
