import { ObjectiveLines } from "../../parts/status/ObjectiveLine.tsx"
import type { Alignment } from "../../workspace/Alignment.ts"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly objectiveId: string
  readonly alignment: Alignment | undefined
}

/** The objectives of all teams that support an objective; nothing where none does. */
export const Supporters = ({ objectiveId, alignment }: Props) => {
  const supporters = alignment?.supportersOf(objectiveId) ?? []
  if (supporters.length === 0) return null
  return (
    <section class="supporters">
      <h2>
        {texts.alignment.supportedBy}{" "}
        <span class="quiet">{texts.alignment.reach(supporters.map(({ objective }) => objective))}</span>
      </h2>
      <ObjectiveLines items={supporters} />
    </section>
  )
}
