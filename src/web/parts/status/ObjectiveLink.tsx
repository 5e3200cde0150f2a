import { useComputed } from "@preact/signals"
import { openedObjective, pathOf, type Target } from "../../session/Route.ts"

interface Props extends Target {
  readonly title: string
  readonly class?: string
}

/** The title of an objective, which opens it; it says whether it is the open one. */
export const ObjectiveLink = ({ teamId, id, title, class: name }: Props) => {
  const isOpen = useComputed(() => openedObjective.value?.id === id).value
  return (
    <a class={name} href={pathOf.objective(teamId, id)} dir="auto" aria-current={isOpen || undefined}>
      {title}
    </a>
  )
}
