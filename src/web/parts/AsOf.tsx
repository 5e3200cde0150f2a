import { moment, showMoment } from "../session/Route.ts"
import * as texts from "../texts/SharedTexts.ts"
import { DayButton } from "./dialogs/DayButton.tsx"

/** Leads to the page as it stood on an earlier day; there the page's head has it. */
export const AsOf = () => (moment.value === "" ? <DayButton label={texts.moments.asOf} onChoose={showMoment} /> : null)
