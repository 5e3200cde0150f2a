import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { lazyView } from "./LazyView.tsx"

const OwnerPicker = lazyView((views) => views.OwnerPicker)
const PeriodDialog = lazyView((views) => views.PeriodDialog)

/** The list from which an owner is being chosen, and the two days that are being chosen as a period, if any are. */
export const ChoicePanels = () => {
  const { ownerChoice, daysChoice } = useWorkspace().panels
  const [owner, days] = [ownerChoice.value, daysChoice.value]
  return (
    <>
      {owner !== undefined && <OwnerPicker key={owner.label} choice={owner} />}
      {days !== undefined && <PeriodDialog {...days} onClose={() => (daysChoice.value = undefined)} />}
    </>
  )
}
