import { useSignal } from "@preact/signals"
import { useId } from "preact/hooks"
import type { EventData } from "../../../domain/Event.ts"
import { nameLength, unitLength } from "../../../shared/Limits.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { refusalOf } from "../../texts/Trouble.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { decimalSign, parseNumber } from "./Numbers.ts"
import { texts } from "./Texts.ts"

const names = ["name", "unit", "start", "target", "value"] as const

type Name = (typeof names)[number]

type Troubles = Partial<Record<Name, string>>

const labels: Record<Name, string> = {
  name: texts.measures.name,
  unit: texts.measures.unit,
  start: texts.measures.start,
  target: texts.measures.target,
  value: texts.measures.current
}

const most: Record<Name, number> = { name: nameLength, unit: unitLength, start: 40, target: 40, value: 40 }

const decimal = decimalSign()

/** What is wrong, by input, or what to create. */
const read = (form: HTMLFormElement): { readonly troubles: Troubles } | { readonly data: EventData } => {
  const data = new FormData(form)
  const textOf = (name: Name): string => String(data.get(name)).trim()
  const numberOf = (name: Name): number | undefined => parseNumber(textOf(name), decimal)
  const [start, target, value] = [numberOf("start"), numberOf("target"), numberOf("value")]
  const troubles: Troubles = {}
  if (textOf("name") === "") troubles.name = texts.measures.nameMissing
  if (start === undefined) troubles.start = texts.measures.notANumber
  if (target === undefined) troubles.target = texts.measures.notANumber
  else if (target === start) troubles.target = texts.measures.sameAsStart
  if (value === undefined && textOf("value") !== "") troubles.value = texts.measures.notANumber
  for (const name of ["start", "target", "value"] as const) {
    if (Math.abs(numberOf(name) ?? 0) > 1e15) troubles[name] = texts.measures.tooLarge
  }
  if (start === undefined || target === undefined || Object.keys(troubles).length > 0) return { troubles }
  const unit = textOf("unit")
  return {
    data: { name: textOf("name"), start, target, ...(unit !== "" && { unit }), ...(value !== undefined && { value }) }
  }
}

interface Props {
  readonly teamId: string
  readonly objectiveId: string
  readonly onClose: () => void
}

export const NewMeasure = ({ teamId, objectiveId, onClose }: Props) => {
  const { submissions } = useWorkspace()
  const id = useId()
  const troubles = useSignal<Troubles>({})
  const trouble = useSignal("")
  const isBusy = useSignal(false)
  const submit = async (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): Promise<void> => {
    event.preventDefault()
    if (isBusy.peek()) return
    const form = event.currentTarget
    const done = read(form)
    troubles.value = "troubles" in done ? done.troubles : {}
    trouble.value = ""
    if ("troubles" in done) {
      const first = names.find((name) => done.troubles[name] !== undefined)
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    isBusy.value = true
    trouble.value = refusalOf(await submissions.create("create_progress", objectiveId, done.data, teamId))
    isBusy.value = false
    if (trouble.peek() === "") onClose()
  }
  return (
    <Dialog title={texts.measures.addTitle} onClose={onClose}>
      <form class="new-measure" onSubmit={submit} noValidate>
        {names.map((name) => (
          <label key={name} class={name}>
            <span>{labels[name]}</span>
            <input
              name={name}
              maxLength={most[name]}
              autocomplete="off"
              inputMode={name === "name" || name === "unit" ? "text" : "decimal"}
              aria-invalid={troubles.value[name] !== undefined}
              aria-describedby={`${id}-${name}`}
            />
            <span id={`${id}-${name}`} class="trouble">
              {troubles.value[name]}
            </span>
          </label>
        ))}
        <p class="quiet small-text">{texts.measures.unchanging}</p>
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={isBusy.value}>
            {texts.measures.create}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {texts.common.cancel}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
