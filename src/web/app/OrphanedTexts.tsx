import { CopyButton } from "../parts/CopyButton.tsx"
import { Icon } from "../parts/Icon.tsx"
import { checkInLabel } from "../texts/CheckInText.ts"
import type { Field } from "../workspace/Field.ts"
import type { UnsentInput } from "../workspace/UnsentInputs.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import * as texts from "./AppTexts.ts"

interface OrphanedText {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly onDiscard: () => void
}

/** The text for people: that of a check-in is JSON. */
const labelOf = ({ kind }: Field, text: string): string => (kind === "progress.value" ? checkInLabel("")(text) : text)

const unsentText = ({ typed, entered }: UnsentInput): string => [...entered.map(({ text }) => text), typed].join("\n")

const textsOf = ({ drafts, unsent, orphanedFields, orphanedPlaces }: Workspace): ReadonlyArray<OrphanedText> => [
  ...orphanedFields.value.map((field) => ({
    key: `${field.kind} ${field.entityId}`,
    title: texts.conflicts.entityDeleted,
    text: labelOf(field, drafts.of(field).value?.mine ?? ""),
    onDiscard: () => drafts.discard(field)
  })),
  ...orphanedPlaces.value.map((place) => ({
    key: place,
    title: texts.conflicts.entityDeleted,
    text: unsentText(unsent.of(place).value),
    onDiscard: () => {
      unsent.of(place).value = { typed: "", entered: [] }
    }
  })),
  ...drafts.leftovers.value.map((leftover) => ({
    key: leftover.key,
    title: texts.conflicts.otherDraft,
    text: labelOf(leftover.field, leftover.draft.mine),
    onDiscard: () => drafts.dismissLeftover(leftover)
  }))
]

/** Lists typed texts whose field does not exist any more or has another draft. The user can copy or discard them. */
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
