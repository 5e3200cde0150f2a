import { useSignal } from "@preact/signals"
import { useEffect, useId } from "preact/hooks"
import { ownerLength } from "../../../shared/Limits.ts"
import { calledName } from "../../../shared/words/Owners.ts"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import type { Asked, Target } from "../../parts/lists/Selection.ts"
import { useOverview } from "../../parts/UseOverview.ts"
import type { OverviewBody } from "../../workspace/LiveOverview.ts"
import { makePeople } from "../../workspace/People.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { moveTo } from "./Copying.ts"
import { type Item, itemsOf } from "./Items.ts"
import { setField, shownValue } from "./ManyEdits.ts"
import * as texts from "./ManyTexts.ts"

type What = Exclude<Asked["what"], "duplicate">

/** The value of a choice that is to be made. */
const notChosen = "?"

interface ControlProps {
  readonly id: string
  readonly what: What
  readonly items: ReadonlyArray<Item>
  /** Undefined until it is loaded. */
  readonly overview: OverviewBody | undefined
}

/** What all have, empty for nothing; undefined where they differ. */
const commonValue = (what: Exclude<What, "move">, items: ReadonlyArray<Item>): string | undefined => {
  const [first, ...others] = new Set(items.map((item) => shownValue(`objective.${what}`, item).value))
  return others.length === 0 ? (first ?? "") : undefined
}

const Control = ({ id, what, items, overview }: ControlProps) => {
  const people = useFeatureState(makePeople)
  const objectives = overview?.objectives ?? []
  const teams = overview?.teams.map(({ team }) => team) ?? []
  const nameOf = (teamId: string): string => teams.find((team) => team.id === teamId)?.name ?? ""
  const listId = `${id}-list`
  const value = what === "move" ? "" : commonValue(what, items)
  if (what === "dueDate") {
    return <input id={id} autofocus name="value" type="date" defaultValue={value} min="0001-01-01" max="9999-12-31" />
  }
  if (what === "owner") {
    return (
      <>
        <input
          id={id}
          autofocus
          name="value"
          autocomplete="off"
          defaultValue={value}
          maxLength={ownerLength}
          list={listId}
        />
        <datalist id={listId}>
          {[...new Set([...people.list.value.map(calledName), ...objectives.map(({ owner }) => owner)])]
            .filter(Boolean)
            .map((owner) => (
              <option key={owner} value={owner} />
            ))}
        </datalist>
      </>
    )
  }
  const isHere = (teamId: string): boolean => items.every(({ team }) => team.id === teamId)
  const options =
    what === "move"
      ? teams.filter((team) => !isHere(team.id)).map((team) => [team.id, team.name] as const)
      : objectives
          .filter((one) => items.every(({ objective }) => objective.id !== one.id))
          .map((one) => [one.id, texts.form.of(nameOf(one.teamId), one.title)] as const)
  return (
    <select id={id} name="value" autofocus>
      {what === "parent" && value === undefined && <option value={notChosen}>{texts.form.choose}</option>}
      {what === "parent" && <option value="">{texts.form.none}</option>}
      {options.map(([key, text]) => (
        <option key={key} value={key} selected={key === value}>
          {text}
        </option>
      ))}
    </select>
  )
}

interface Props {
  readonly what: What
  readonly targets: ReadonlyArray<Target>
  readonly onClose: () => void
}

/** Asks for the value that objectives get, or for the team they are moved to. */
export const ManyForm = ({ what, targets, onClose }: Props) => {
  const workspace = useWorkspace()
  const id = useId()
  const overview = useOverview().value.value
  // As the user has seen them: what somebody changes meanwhile is a conflict.
  const items = useSignal<ReadonlyArray<Item> | undefined>(undefined)
  useEffect(() => {
    void itemsOf(workspace, targets).then((found) => {
      items.value = found
    })
  }, [])
  const now = items.value
  if (now === undefined) return null
  const submit = async (form: HTMLFormElement): Promise<string> => {
    const value = String(new FormData(form).get("value") ?? "")
    if (form.querySelector("input")?.validity.badInput === true) return texts.form.noDate
    if (value === notChosen) return texts.form.notChosen
    if (what === "move") return value === "" ? texts.form.noTeam : moveTo(workspace, now, value)
    if (what === "owner") void setField(workspace, now, "objective.owner", value.trim())
    else void setField(workspace, now, `objective.${what}`, value || null)
    return ""
  }
  const { label, hint, title } = texts.form[what]
  return (
    <FormDialog
      title={title(texts.titlesOf(now.map(({ objective }) => objective.title)))}
      label={what === "move" ? texts.form.submitMove : texts.common.save}
      isDisabled={overview === undefined && (what === "parent" || what === "move")}
      submit={submit}
      onClose={onClose}
    >
      <label class="form-field" for={id}>
        <span>{label}</span>
        <Control id={id} what={what} items={now} overview={overview} />
      </label>
      <p class="quiet small-text">{hint}</p>
    </FormDialog>
  )
}
