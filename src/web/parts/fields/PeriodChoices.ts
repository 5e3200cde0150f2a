import { dateOfDay } from "../../../shared/Days.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { serverToday } from "../../texts/values/Clock.ts"
import { type Dates, periodsAround } from "../../workspace/objective/PlannedDates.ts"
import type { MenuItem } from "../dialogs/Menu.tsx"

interface Choosing {
  /** The dates that are chosen; absent where several objectives may differ. */
  readonly chosen?: Dates
  readonly set: (dates: Dates) => void
  /** Asks for two days of one's own. */
  readonly ask: () => void
}

/** The menu's items of the periods around today, which end with two days of one's own and with none. */
export const periodChoices = ({ chosen, set, ask }: Choosing): ReadonlyArray<MenuItem> => {
  const item = (label: string, startDate: string | null, dueDate: string | null): MenuItem => ({
    label,
    ...(chosen && { checked: chosen.startDate === startDate && chosen.dueDate === dueDate }),
    onSelect: () => set({ startDate, dueDate })
  })
  return [
    ...periodsAround(dateOfDay(serverToday())).map(([label, { from, to }], index) =>
      item(index === 1 ? texts.periods.thisOne(label) : label, from, to)
    ),
    { label: texts.periods.otherDays, icon: "calendar", onSelect: ask },
    item(texts.periods.none, null, null)
  ]
}
