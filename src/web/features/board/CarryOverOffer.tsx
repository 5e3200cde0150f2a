import { useSignal } from "@preact/signals"
import type { ComponentType } from "preact"
import { serverToday } from "../../texts/values/Clock.ts"
import type { Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { periods, carryOver as texts } from "./BoardTexts.ts"
import { leftOver, nextQuarter } from "./CarryOverPlan.ts"

export interface CarryOverProps {
  /** The dialog that moves what is still open to the next quarter. */
  readonly CarryOver: ComponentType<{ readonly team: Team; readonly onClose: () => void }>
}

interface Props extends CarryOverProps {
  readonly team: Team
}

/** Offers to move what is still open of a quarter that has ended, or ends soon, to the next one. */
export const CarryOverOffer = ({ team, CarryOver }: Props) => {
  const isOpen = useSignal(false)
  const { ids, byId } = team.objectives
  const today = serverToday()
  const { length } = leftOver(
    ids.value.flatMap((id) => byId.get(id)?.value ?? []),
    today
  )
  if (!useWorkspace().session.canEdit.value || length === 0) return null
  return (
    <p class="carry-over">
      <button type="button" class="small" onClick={() => (isOpen.value = true)}>
        {texts.offer(length, periods.quarterOf(nextQuarter(today).from))}
      </button>
      {isOpen.value && <CarryOver team={team} onClose={() => (isOpen.value = false)} />}
    </p>
  )
}
