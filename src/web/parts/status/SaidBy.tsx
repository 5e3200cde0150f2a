import { dayOf } from "../../../shared/Days.ts"
import * as texts from "../../texts/CheckInWords.ts"
import { days } from "../../texts/values/Clock.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Measure } from "../../workspace/Team.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { TimeAgo } from "./TimeAgo.tsx"

/** Who gave the last value and when: the day that it is of, where the measure was changed on another. */
export const SaidBy = ({ measure: { date, updatedAt, updatedBy } }: { readonly measure: Measure }) => {
  const { called } = useFeatureState(makePeople)
  const who = called(updatedBy)
  if (date !== null && dayOf(date) !== days().of(updatedAt)) return <>{texts.by(who, formatDay(date))}</>
  return <TimeAgo timestamp={updatedAt} text={(ago) => texts.by(who, ago)} />
}
