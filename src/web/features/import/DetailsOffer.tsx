import { useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { planDetails } from "../../../import/details/DescribedDetails.ts"
import { stepsOfTeams } from "../../../import/PlanEvents.ts"
import { makeAsOne } from "../../workspace/outbox/OneChange.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { contentsOf } from "./ImportForm.ts"
import { details as texts } from "./ImportTexts.ts"

/**
 * Offers once to move the owners that an import of 1.1 wrote into the descriptions of a team, and the periods and parents beside
 * them, into fields that are empty. What a text does not tell for sure stays in the description.
 */
export const DetailsOffer = ({ team }: { readonly team: Team }) => {
  const workspace = useWorkspace()
  const { storage, userId } = workspace
  const key = `strategy.details.${userId}.${team.id}`
  const isOver = useSignal(storage.local.get(key) !== undefined)
  const contents = contentsOf(team)
  const steps = useMemo(
    () =>
      contents === undefined
        ? []
        : stepsOfTeams(planDetails([contents], { periods: {} }).plans, workspace.newId, [], "set").steps,
    [team.sequenceNumber.value]
  )
  const owners = steps.filter(({ body }) => body.eventType === "update_owner").length
  if (owners === 0 || isOver.value) return null
  return (
    <section class="notice" aria-label={texts.label}>
      <p>{texts.offer(owners)}</p>
      <p class="actions">
        <button
          type="button"
          class="small primary"
          onClick={() => {
            isOver.value = true
            void makeAsOne(workspace, texts.converted(owners), steps)
          }}
        >
          {texts.convert(owners)}
        </button>
        <button
          type="button"
          class="small"
          onClick={() => {
            storage.local.put(key, "1")
            isOver.value = true
          }}
        >
          {texts.notNow}
        </button>
      </p>
    </section>
  )
}
