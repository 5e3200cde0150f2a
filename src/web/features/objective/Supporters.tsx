import { ObjectiveLines } from "../../parts/status/ObjectiveLine.tsx"
import type { Alignment } from "../../workspace/Alignment.ts"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly objectiveId: string
  readonly alignment: Alignment | undefined
  /** The level of its heading. */
  readonly heading: "h2" | "h3"
}

/** The objectives of all teams that support an objective; nothing where none does. */
export const Supporters = ({ objectiveId, alignment, heading: Heading }: Props) => {
  const supporters = alignment?.supportersOf(objectiveId) ?? []
  if (supporters.length === 0) return null
  return (
    <section class="supporters">
      <Heading>
        {texts.alignment.supportedBy}{" "}
        <span class="quiet">{texts.alignment.reach(supporters.map(({ objective }) => objective))}</span>
      </Heading>
      <ObjectiveLines items={supporters} />
    </section>
  )
}
