import { texts } from "../texts/Texts.ts"
import type { Field } from "../workspace/Field.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { FieldNotice } from "./FieldNotice.tsx"
import { FlashBy } from "./FlashBy.tsx"
import { Menu } from "./Menu.tsx"
import { Status, type StatusName, StatusShape, statusText } from "./Status.tsx"

interface Choice {
  readonly field: Field
  readonly value: StatusName
  readonly options: ReadonlyArray<StatusName>
}

interface Props extends Choice {
  /** Whose status it is. */
  readonly of: string
  /** Shows only the shape; the word is in its label. */
  readonly isShort?: boolean
}

/** What the field's draft says, or the server, whichever is newer. */
const chosen = (options: ReadonlyArray<StatusName>, text: string | undefined, value: StatusName): StatusName =>
  options.find((option) => option === text) ?? value

/** What became of a choice that is not saved. It needs more room than the status, so the row that has both places it. */
export const StatusNotice = ({ field, value, options }: Choice) => {
  const { drafts, teams } = useWorkspace()
  if (drafts.of(field).value === undefined) return null
  const from = teams.seen(field.teamId, value)
  return (
    <FieldNotice
      field={field}
      shown={() => from}
      format={(text) => <Status status={chosen(options, text, value)} />}
      label={texts.common.status}
      control=".picker"
    />
  )
}

/** A status that opens the list of all; choosing one saves it. */
export const StatusPicker = ({ field, value, options, of, isShort = false }: Props) => {
  const { drafts, flashes, session, teams } = useWorkspace()
  const draft = drafts.of(field).value
  const flash = draft === undefined ? flashes.ofField(field) : undefined
  const now = session.canEdit.value ? chosen(options, draft?.mine, value) : value
  const from = teams.seen(field.teamId, value)
  const shown = () => from
  const look = isShort ? <StatusShape status={now} /> : <Status status={now} />
  const name = `picker ${flash === undefined ? "" : "flash"}`
  if (!session.canEdit.value) {
    return (
      <div class={name}>
        <span title={isShort ? statusText(value) : undefined}>{look}</span>
        {flash !== undefined && <FlashBy flash={flash} />}
      </div>
    )
  }
  return (
    <div class={name}>
      <Menu
        label={texts.common.statusOf(of, statusText(now))}
        class={`status-button ${isShort ? "short" : ""}`}
        items={() =>
          options.map((option) => ({
            label: statusText(option),
            mark: <StatusShape status={option} />,
            checked: option === now,
            onSelect: () => void drafts.set(field, shown(), option)
          }))
        }
      >
        {look}
      </Menu>
      {flash !== undefined && <FlashBy flash={flash} />}
    </div>
  )
}
