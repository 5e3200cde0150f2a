import { outlierOf } from "../../../shared/Percent.ts"
import { inUnit } from "../../texts/MeasureTexts.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { Measure } from "../../workspace/Team.ts"
import { Icon } from "../status/Icon.tsx"

interface Props {
  readonly measure: Measure
  readonly value: number
}

/** Asks in line whether a value far from the last one is right. Nothing waits for an answer. */
export const OutlierQuestion = ({ measure, value }: Props) => {
  const { unit, start, value: last } = measure
  const [typed, before, first] = [value, last, start].map((each) => inUnit(each, unit)) as [string, string, string]
  return (
    <p class="question" role="status">
      <Icon name="warning" size={14} />{" "}
      {outlierOf(measure, value) === "wrongSide"
        ? texts.checkIns.worseThanStart(typed, first)
        : texts.checkIns.farFrom(typed, before)}
    </p>
  )
}
