import type { ComponentChildren } from "preact"
import type { Result } from "../../contract/Result.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { FormDialog } from "./FormDialog.tsx"

interface Props {
  readonly title: string
  /** The text of the button that deletes. */
  readonly label: string
  readonly remove: () => Promise<Result<unknown>>
  /** The message after the deletion. */
  readonly done: string
  readonly onClose: () => void
  /** What is deleted, and what that means. */
  readonly children: ComponentChildren
}

/** Asks before something is deleted that cannot be brought back. */
export const ConfirmDeletion = ({ title, label, remove, done, onClose, children }: Props) => {
  const { toasts } = useWorkspace()
  const submit = async () => {
    const answer = await remove()
    if (!answer.ok) return failureText(answer.failure)
    toasts.show(done)
    return ""
  }
  return (
    <FormDialog title={title} label={label} isDanger submit={submit} onClose={onClose}>
      {children}
    </FormDialog>
  )
}
