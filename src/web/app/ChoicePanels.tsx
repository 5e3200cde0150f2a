import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { lazyView } from "./LazyView.tsx"
import { useTypedWhileLoading } from "./TypedWhileLoading.ts"

const OwnerPicker = lazyView((views) => views.OwnerPicker)
const PeriodDialog = lazyView((views) => views.PeriodDialog)

/** The list from which an owner is being chosen, and the two days that are being chosen as a period, if any are. */
export const ChoicePanels = () => {
  const { ownerChoice, daysChoice } = useWorkspace().panels
  const [owner, days] = [ownerChoice.value, daysChoice.value]
  const closeDays = (): void => {
    daysChoice.value = undefined
  }
  const typed = useTypedWhileLoading(".choosing > .starting", () => {
    ownerChoice.value = undefined
    closeDays()
  })
  if (owner === undefined && days === undefined) typed.current = ""
  return (
    <div class="choosing">
      {owner !== undefined && <OwnerPicker key={owner.label} choice={owner} typed={typed} />}
      {days !== undefined && <PeriodDialog {...days} onClose={closeDays} />}
    </div>
  )
}
