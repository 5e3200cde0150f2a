import { useComputed } from "@preact/signals"
import { closeObjective, openedObjective, openObjective, pathOf, type Target } from "../session/Route.ts"

/** Whether an objective is the open one, and what opens or closes it. */
export const useOpening = ({ teamId, id }: Target) => {
  const isOpen = useComputed(() => openedObjective.value?.id === id).value
  const toggle = (): void => (isOpen ? closeObjective() : openObjective(pathOf.objective(teamId, id)))
  return { isOpen, toggle }
}
