import * as texts from "../../texts/SharedTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { FormDialog } from "./FormDialog.tsx"

/** Asks before many items are taken back, wherever that was begun. */
export const UndoQuestion = () => {
  const question = useWorkspace().takeBack.question.value
  if (question === undefined) return null
  const { subject, touches, answer } = question
  return (
    <FormDialog
      title={texts.undo.askAll(subject)}
      label={texts.undo.items(touches.items)}
      isDanger
      onClose={() => answer(false)}
      submit={async () => {
        answer(true)
        return ""
      }}
    >
      <p>{texts.undo.touches(touches)}</p>
    </FormDialog>
  )
}
