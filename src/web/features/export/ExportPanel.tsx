import { lazy } from "../../parts/Lazy.tsx"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

const ExportDialog = lazy(() => import("./ExportDialog.tsx").then((module) => module.ExportDialog))

/** The dialog of slides; its module is loaded when it is first opened. */
export const ExportPanel = () => {
  const { slides } = useWorkspace().panels
  const target = slides.value
  const close = (): void => {
    // Another one may have been opened while this one was being saved.
    if (slides.peek() === target) slides.value = undefined
  }
  return target !== undefined && <ExportDialog teamId={target.teamId} onClose={close} />
}
