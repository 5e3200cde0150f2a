import * as texts from "../../texts/SharedTexts.ts"
import type { Field } from "../../workspace/Field.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { FieldNotice } from "../fields/FieldNotice.tsx"
import { FlashBy } from "../status/FlashBy.tsx"
import { Status, type StatusName, StatusShape, statusText } from "../status/Status.tsx"
import { Menu } from "./Menu.tsx"

type StatusKind = "objective.status" | "initiative.status"

interface Choice {
  readonly field: Field<StatusKind>
  readonly value: StatusName
  readonly options: ReadonlyArray<StatusName>
}

interface Props extends Choice {
  /** The title of the entity that has the status. */
  readonly of: string
  /** Shows only the shape; the label has the text. */
  readonly isShort?: boolean
}

/** The edit's status where it is one of the options, else the server's. */
const chosen = (options: ReadonlyArray<StatusName>, mine: StatusName | undefined, value: StatusName): StatusName =>
  options.find((option) => option === mine) ?? value

/** The notice of a status that is not saved. It needs more room than the picker, so the row places it separately. */
export const StatusNotice = ({ field, value, options }: Choice) => {
  const { outbox, teams } = useWorkspace()
  if (outbox.edits.of(field).value === undefined) return null
  const from = teams.valueAsShown(field.teamId, value)
  return (
    <FieldNotice
      field={field}
      shown={() => from}
      format={(status) => <Status status={chosen(options, status, value)} />}
      label={texts.common.status}
      control=".picker"
    />
  )
}

/** A status with a menu of all options; choosing one saves it. */
export const StatusPicker = ({ field, value, options, of, isShort = false }: Props) => {
  const { outbox, flashes, session, teams } = useWorkspace()
  const { edits } = outbox
  const edit = edits.of(field).value
  const flash = edit === undefined ? flashes.ofField(field) : undefined
  const now = session.canEdit.value ? chosen(options, edit?.mine, value) : value
  const from = teams.valueAsShown(field.teamId, value)
  const label = isShort ? <StatusShape status={now} /> : <Status status={now} />
  return (
    <div class={`picker ${flash === undefined ? "" : "flash"}`}>
      {session.canEdit.value ? (
        <Menu
          label={texts.common.statusOf(of, statusText(now))}
          class={`status-button ${isShort ? "short" : ""}`}
          items={() =>
            options.map((option) => ({
              label: statusText(option),
              mark: <StatusShape status={option} />,
              checked: option === now,
              onSelect: () => void edits.saveValue(field, from, option)
            }))
          }
        >
          {label}
        </Menu>
      ) : (
        <span title={isShort ? statusText(value) : undefined}>{label}</span>
      )}
      {flash !== undefined && <FlashBy flash={flash} />}
    </div>
  )
}
