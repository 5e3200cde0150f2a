import type { ComponentChild } from "preact"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

interface Props {
  /** The dialog of slides; without a team, of all. */
  readonly dialog: (teamId: string | undefined, close: () => void) => ComponentChild
}

/** The dialog of slides while it is open. */
export const ExportPanel = ({ dialog }: Props) => {
  const { slides } = useWorkspace().panels
  const target = slides.value
  const close = (): void => {
    // Another one may have been opened while this one was being saved.
    if (slides.peek() === target) slides.value = undefined
  }
  return <>{target && dialog(target.teamId, close)}</>
}
