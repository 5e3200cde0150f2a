import { useComputed } from "@preact/signals"
import { useRef } from "preact/hooks"
import * as texts from "../../texts/SharedTexts.ts"
import type { Field } from "../../workspace/Field.ts"
import type { SeenValue } from "../../workspace/outbox/Edit.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useRowTabIndex } from "../keys/RowKeys.ts"
import { FlashBy } from "../status/FlashBy.tsx"
import { Icon } from "../status/Icon.tsx"
import { Owner, OwnerName } from "../status/Owner.tsx"
import { FieldNotice } from "./FieldNotice.tsx"

interface Owned {
  readonly field: Field<"objective.owner" | "initiative.owner">
  readonly value: string
  /** The log position of the view that has the value, where that is not the team's. */
  readonly sequenceNumber?: number
}

interface Props extends Owned {
  /** The title of what is owned. */
  readonly of: string
  /** Whether it says in words that there is no owner; else the button is an icon. */
  readonly isWordy?: boolean
}

const useSeen = ({ field, value, sequenceNumber }: Owned): SeenValue<string> => {
  const { teams } = useWorkspace()
  return sequenceNumber === undefined ? teams.valueAsShown(field.teamId, value) : { value, sequenceNumber }
}

/** The notice of an owner that is not saved. It needs more room than the owner, so the row places it separately. */
export const OwnerNotice = (props: Owned) => {
  const { edits } = useWorkspace().outbox
  const shown = useSeen(props)
  if (edits.of(props.field).value === undefined) return null
  return (
    <FieldNotice
      field={props.field}
      shown={() => shown}
      format={(owner) => owner || texts.owners.none}
      label={texts.owners.label}
      control=".owner-field"
    />
  )
}

/** Who answers for something; editors choose another one from a list. */
export const OwnerField = (props: Props) => {
  const { field, value, of, isWordy = false } = props
  const { outbox, flashes, panels, session, teams } = useWorkspace()
  const { edits } = outbox
  const button = useRef<HTMLButtonElement>(null)
  const tabIndex = useRowTabIndex()
  const isOpen = useComputed(() => button.current !== null && panels.ownerChoice.value?.opener === button.current)
  const seen = useSeen(props)
  const edit = edits.of(field).value
  const none = isWordy && <span class="quiet">{texts.owners.none}</span>
  if (!session.canEdit.value) {
    return <span class="owner-field">{value === "" ? none : <Owner name={value} />}</span>
  }
  const owner = edit?.mine ?? value
  const label = texts.owners.of(of, owner)
  const flash = edit === undefined ? flashes.ofField(field) : undefined
  return (
    <span class="owner-field">
      <button
        ref={button}
        type="button"
        class={`owner ${flash === undefined ? "" : "flash"}`}
        tabIndex={tabIndex}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        onClick={({ currentTarget }) => {
          panels.ownerChoice.value = {
            opener: currentTarget,
            label,
            owner,
            onChoose: (next) => {
              void edits.saveValue(field, seen, next)
              teams.queueLoad(field.teamId)
            }
          }
        }}
      >
        {owner === "" ? none || <Icon name="person" /> : <OwnerName name={owner} />}
      </button>
      {isWordy && flash !== undefined && <FlashBy flash={flash} />}
    </span>
  )
}
