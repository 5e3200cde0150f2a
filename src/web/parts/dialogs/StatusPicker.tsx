import type { ComponentChildren } from "preact"
import { initiativeStatuses } from "../../../shared/Statuses.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { Field } from "../../workspace/Field.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { FieldNotice } from "../fields/FieldNotice.tsx"
import { FlashBy } from "../status/FlashBy.tsx"
import { Status, type StatusName, StatusShape, statusText } from "../status/Status.tsx"
import { Menu } from "./Menu.tsx"

interface MenuProps<S extends StatusName> {
  readonly field: Field
  /** The title of the entity that has the status. */
  readonly of: string
  /** What is chosen, saved or not. */
  readonly now: S
  readonly options: ReadonlyArray<S>
  readonly onChoose: (status: S) => void
  /** What is shown beside the menu. */
  readonly children?: ComponentChildren
}

/** A status with a menu of all options; without the menu for whoever may not edit. */
export const StatusMenu = <S extends StatusName>({ field, of, now, options, onChoose, children }: MenuProps<S>) => {
  const { outbox, flashes, session } = useWorkspace()
  const flash = outbox.edits.of(field).value === undefined ? flashes.ofField(field) : undefined
  return (
    <div class={`picker ${flash === undefined ? "" : "flash"}`}>
      {session.canEdit.value ? (
        <Menu
          label={texts.common.statusOf(of, statusText(now))}
          class="status-button"
          items={() =>
            options.map((option) => ({
              label: statusText(option),
              mark: <StatusShape status={option} />,
              checked: option === now,
              onSelect: () => onChoose(option)
            }))
          }
        >
          <Status status={now} />
        </Menu>
      ) : (
        <span>
          <Status status={now} />
        </span>
      )}
      {flash !== undefined && <FlashBy flash={flash} />}
      {children}
    </div>
  )
}

interface Props {
  readonly field: Field<"initiative.status">
  readonly value: (typeof initiativeStatuses)[number]
  readonly of: string
}

/** The notice of an initiative's status that is not saved. */
export const StatusNotice = ({ field, value }: Omit<Props, "of">) => {
  const { outbox, teams } = useWorkspace()
  if (outbox.edits.of(field).value === undefined) return null
  const from = teams.valueAsShown(field.teamId, value)
  return (
    <FieldNotice
      field={field}
      shown={() => from}
      format={(status) => <Status status={status} />}
      label={texts.common.status}
      control=".picker"
    />
  )
}

/** An initiative's status; choosing one saves it. */
export const StatusPicker = ({ field, value, of }: Props) => {
  const { outbox, session, teams } = useWorkspace()
  const from = teams.valueAsShown(field.teamId, value)
  const mine = session.canEdit.value ? outbox.edits.of(field).value?.mine : undefined
  return (
    <StatusMenu
      field={field}
      of={of}
      now={initiativeStatuses.find((status) => status === mine) ?? value}
      options={initiativeStatuses}
      onChoose={(status) => void outbox.edits.saveValue(field, from, status)}
    />
  )
}
