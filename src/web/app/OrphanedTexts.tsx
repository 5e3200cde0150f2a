import type { EditedValue } from "../../shared/FieldEdits.ts"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Icon } from "../parts/status/Icon.tsx"
import { statusText } from "../parts/status/Status.tsx"
import { checkInLabel } from "../texts/MeasureTexts.ts"
import { emptyInput, type NewItemInput } from "../workspace/outbox/NewItems.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import * as texts from "./AppTexts.ts"

interface OrphanedText {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly onDiscard: () => void
}

/** The text of a value that was typed. */
const labelOf = (value: EditedValue | undefined): string =>
  typeof value === "object" && value !== null && "note" in value
    ? "status" in value
      ? `${statusText(value.status)} · ${value.note}`
      : checkInLabel("")(value)
    : String(value ?? "")

const unsentText = ({ typed, entered }: NewItemInput): string => [...entered.map(({ text }) => text), typed].join("\n")

const textsOf = ({ outbox: { edits, newItems, orphans } }: Workspace): ReadonlyArray<OrphanedText> => [
  ...orphans.fields.value.map((field) => ({
    key: `${field.kind} ${field.entityId}`,
    title: texts.conflicts.entityDeleted,
    text: labelOf(edits.of(field).value?.mine),
    onDiscard: () => edits.discard(field)
  })),
  ...orphans.places.value.map((place) => ({
    key: Object.values(place).join(" "),
    title: texts.conflicts.entityDeleted,
    text: unsentText(newItems.of(place).value ?? emptyInput),
    onDiscard: () => newItems.discard(place)
  })),
  ...edits.leftovers.value.map((leftover, index) => ({
    key: `leftover ${index}`,
    title: texts.conflicts.otherDraft,
    text: labelOf(leftover.value.mine),
    onDiscard: () => edits.dismissLeftover(leftover)
  }))
]

/** Lists typed texts whose field does not exist any more or has another edit. The user can copy or discard them. */
export const OrphanedTexts = () => {
  const orphaned = textsOf(useWorkspace())
  if (orphaned.length === 0) return null
  return (
    <section class="orphans" aria-label={texts.conflicts.orphanedTitle}>
      {orphaned.map(({ key, title, text, onDiscard }) => (
        <div key={key} class="notice">
          <p role="alert">
            <Icon name="warning" /> {title}
          </p>
          <p class="kept">{text}</p>
          <p class="actions">
            <CopyButton text={text} />
            <button type="button" class="small" onClick={onDiscard}>
              {texts.common.discard}
            </button>
          </p>
        </div>
      ))}
    </section>
  )
}
