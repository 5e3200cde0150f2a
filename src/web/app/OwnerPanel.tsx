import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { lazyView } from "./LazyView.tsx"

const OwnerPicker = lazyView((views) => views.OwnerPicker)

/** The list from which an owner is being chosen, if one is. */
export const OwnerPanel = () => {
  const choice = useWorkspace().panels.ownerChoice.value
  return choice === undefined ? null : <OwnerPicker key={choice.label} choice={choice} />
}
