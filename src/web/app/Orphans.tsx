import { CopyButton } from "../parts/CopyButton.tsx"
import { Icon } from "../parts/Icon.tsx"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import type { Workspace } from "../workspace/Workspace.ts"
import { texts } from "./Texts.ts"

interface Left {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly onDiscard: () => void
}

const all = ({ drafts, orphans }: Workspace): ReadonlyArray<Left> => [
  ...orphans.value.map((field) => ({
    key: `${field.kind} ${field.entityId}`,
    title: texts.conflicts.gone,
    text: drafts.of(field).value?.mine ?? "",
    onDiscard: () => drafts.discard(field)
  })),
  ...drafts.leftovers.value.map((leftover) => ({
    key: leftover.key,
    title: texts.conflicts.leftover,
    text: leftover.draft.mine,
    onDiscard: () => drafts.dismissLeftover(leftover)
  }))
]

/** Texts that have no field to stand in any more: to be copied, or let go. */
export const Orphans = () => {
  const left = all(useWorkspace())
  if (left.length === 0) return null
  return (
    <section class="orphans" aria-label={texts.conflicts.left}>
      {left.map(({ key, title, text, onDiscard }) => (
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
