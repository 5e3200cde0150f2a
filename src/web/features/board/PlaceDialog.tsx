import { FormDialog } from "../../parts/FormDialog.tsx"
import { FormField } from "../../parts/FormField.tsx"
import { useSignal } from "../../parts/Signals.ts"
import { indexOfPlace } from "./Place.ts"
import type { SortableList } from "./SortableList.ts"

const placing = {
  title: (title: string) => `Move “${title}”`,
  label: (count: number) => `To place (1 to ${count})`,
  submit: "Move",
  noPlace: (count: number) => `Write a whole number from 1 to ${count}.`
}

interface Props {
  readonly sortable: SortableList
  readonly id: string
  readonly title: string
}

/** Asks for the place that an item is moved to, for lists in which it would be far to drag. */
export const PlaceDialog = ({ sortable, id, title }: Props) => {
  const ids = sortable.ids.value
  const typed = useSignal(String(ids.indexOf(id) + 1))
  const error = useSignal("")
  const close = (): void => {
    sortable.placing.value = undefined
  }
  const submit = async () => {
    const index = indexOfPlace(typed.peek(), sortable.ids.peek().length)
    error.value = index === undefined ? placing.noPlace(sortable.ids.peek().length) : ""
    if (index === undefined) return false
    if (index !== sortable.ids.peek().indexOf(id)) sortable.moveTo(id, index)
    return ""
  }
  return (
    <FormDialog title={placing.title(title)} label={placing.submit} submit={submit} onClose={close}>
      <FormField
        label={placing.label(ids.length)}
        autofocus
        value={typed.value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onText={(text) => (typed.value = text)}
        error={error.value}
      />
    </FormDialog>
  )
}
