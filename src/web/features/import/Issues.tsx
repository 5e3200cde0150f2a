import type { Note } from "../../../import/ImportNotes.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import { useIncrementalList } from "../../parts/lists/IncrementalList.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import type { ImportForm } from "./ImportForm.ts"
import * as texts from "./ImportTexts.ts"

interface Props {
  readonly form: ImportForm
  readonly read: ReadImport
}

/** The rows that a list of notes is about, in order. */
export const rowsOf = (notes: ReadonlyArray<Note>): ReadonlyArray<number> =>
  [...new Set(notes.flatMap(({ rows }) => rows))].toSorted((left, right) => left - right)

const NoteItems = ({ notes }: { readonly notes: ReadonlyArray<Note> }) => (
  <ul>
    {useIncrementalList(notes, { initialCount: 20, stepCount: 60 }).map(({ text, rows, isLoss }) => (
      <li key={text} class={isLoss ? "loss" : undefined}>
        {text} <span class="quiet">{texts.inRows(rows)}</span>
      </li>
    ))}
  </ul>
)

/** What is unclear or left out, by kind, with the way to mend each. */
export const Issues = ({ form: { shownRows, showStep }, read: { notes, reading } }: Props) => {
  const kinds = Map.groupBy(notes, ({ kind }) => kind)
  if (kinds.size === 0) return null
  return (
    <section class="notice import-notes" aria-labelledby="import-notes">
      <h2 id="import-notes">
        <Icon name="warning" /> {texts.issues(notes.length)}
      </h2>
      {[...kinds].map(([kind, ofKind]) => (
        <div key={kind}>
          <h3>
            {texts.kinds[kind].title} <span class="quiet">{texts.rowCount(rowsOf(ofKind).length)}</span>
          </h3>
          <p class="quiet small-text">{texts.kinds[kind].mend}</p>
          <p class="actions">
            <button
              type="button"
              class="small"
              aria-pressed={shownRows.value === kind}
              onClick={() => (shownRows.value = shownRows.peek() === kind ? undefined : kind)}
            >
              {texts.showRows(rowsOf(ofKind).length)}
            </button>
            {texts.kinds[kind].isInColumns && reading.form !== "outline" && (
              <button type="button" class="small" onClick={() => showStep("columns")}>
                {texts.changeColumns}
              </button>
            )}
          </p>
          <NoteItems notes={ofKind} />
        </div>
      ))}
    </section>
  )
}
