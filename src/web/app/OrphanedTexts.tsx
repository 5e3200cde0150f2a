import { checkInLabel } from "../features/objective/CheckInText.ts"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Icon } from "../parts/Icon.tsx"
import { definitionLabel } from "../texts/Definition.ts"
import type { Field } from "../workspace/Field.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import * as texts from "./Texts.ts"

interface OrphanedText {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly onDiscard: () => void
}

/** The text for people: a check-in and a correction of a measure are JSON. */
const labelOf = ({ kind }: Field, text: string): string => {
  if (kind === "progress.value") return checkInLabel("")(text)
  return kind === "progress.definition" ? definitionLabel(text) : text
}

const textsOf = ({ drafts, orphanedFields }: Workspace): ReadonlyArray<OrphanedText> => [
  ...orphanedFields.value.map((field) => ({
    key: `${field.kind} ${field.entityId}`,
    title: texts.conflicts.entityDeleted,
    text: labelOf(field, drafts.of(field).value?.mine ?? ""),
    onDiscard: () => drafts.discard(field)
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
