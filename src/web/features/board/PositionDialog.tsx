import { useSignal } from "@preact/signals"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { FormField } from "../../parts/fields/FormField.tsx"
import { positionTexts as texts } from "./BoardTexts.ts"
import { indexOfPosition } from "./Position.ts"
import type { SortableList } from "./SortableList.ts"

interface Props {
  readonly sortable: SortableList
  readonly id: string
  readonly title: string
}

/** Asks for the place that an item is moved to, for lists in which it would be far to drag. */
export const PositionDialog = ({ sortable, id, title }: Props) => {
  const ids = sortable.ids.value
  const typed = useSignal(String(ids.indexOf(id) + 1))
  const close = (): void => {
    sortable.positionedId.value = undefined
  }
  const submit = async () => {
    const now = sortable.ids.peek()
    const index = indexOfPosition(typed.peek(), now.length)
    if (index === undefined) return { place: texts.invalid(now.length) }
    if (index !== now.indexOf(id)) sortable.moveTo(id, index)
    return ""
  }
  return (
    <FormDialog title={texts.title(title)} label={texts.submit} submit={submit} onClose={close}>
      {(errors) => (
        <FormField
          label={texts.label(ids.length)}
          autofocus
          value={typed.value}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onText={(text) => (typed.value = text)}
          error={errors.place}
        />
      )}
    </FormDialog>
  )
}
