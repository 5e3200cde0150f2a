import { useId } from "preact/hooks"
import { type ExistingChoice, existingChoices, isTaken } from "../../../import/Differences.ts"
import { changesIn } from "../../../import/ImportPlan.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import { Select } from "../../parts/fields/Select.tsx"
import { useIncrementalList } from "../../parts/lists/IncrementalList.ts"
import type { ImportForm } from "./ImportForm.ts"
import * as texts from "./ImportTexts.ts"

interface Props {
  readonly form: ImportForm
  readonly read: ReadImport
}

/** The values of what exists that the text says otherwise, old → new, and what becomes of them. */
export const Differences = ({ form: { existing }, read: { teams } }: Props) => {
  const id = useId()
  const changes = changesIn(teams)
  const count = (choice: ExistingChoice): number => changes.filter((change) => isTaken(change, choice)).length
  const shown = useIncrementalList(changes, { initialCount: 20, stepCount: 60 })
  if (changes.length === 0) return null
  return (
    <section class="import-notes import-differences" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{texts.valuesDiffer(changes.length)}</h2>
      <label for={id}>
        <span>{texts.existing}</span>
        <Select
          id={id}
          value={existing.value}
          options={existingChoices
            .filter((choice) => choice === "leave" || count(choice) > 0)
            .map((choice) => [choice, texts.existingChoices[choice](count(choice))])}
          onChoose={(choice) => (existing.value = choice as ExistingChoice)}
        />
      </label>
      <ul>
        {shown.map((change, at) => (
          <li key={at} class={isTaken(change, existing.value) ? undefined : "quiet"}>
            {texts.change(change.item.title, change.within, change.differences)}{" "}
            <span class="quiet">{texts.inRows([change.item.row])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
