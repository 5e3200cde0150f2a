import { type Column, columnName, columns, type Form, type Reading } from "../../../import/Columns.ts"
import { teamsIn } from "../../../import/GuessedReading.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import { Check } from "../../parts/fields/Check.tsx"
import { Select } from "../../parts/fields/Select.tsx"
import { Choice } from "./Choice.tsx"
import type { ImportForm } from "./ImportForm.ts"
import * as texts from "./ImportTexts.ts"

/** Rows whose cells are shown under the names of the columns. */
const shownRows = 5

interface ColumnsProps {
  readonly read: ReadImport
  readonly onChoose: (next: Partial<Reading>) => void
}

/** The columns, each with what it is taken for and its first cells; a click on a row, all of which is its button, makes it the header. */
const Columns = ({ read: { reading, rows }, onChoose }: ColumnsProps) => {
  const { headerRow, columns: chosenColumns } = reading
  const header = rows[headerRow - 1] ?? []
  const filled = rows.flatMap((row, at) => (row.some((cell) => cell.trim() !== "") ? [{ row, number: at + 1 }] : []))
  const above = filled.filter(({ number }) => number <= headerRow).length
  return (
    <section class="import-columns" aria-label={texts.columns}>
      <table>
        <thead>
          <tr>
            <td />
            {chosenColumns.map((column, at) => (
              <th key={at} scope="col" class={column === "ignored" ? "quiet" : undefined}>
                <Select
                  label={texts.columnNumber(at + 1, header[at] ?? "")}
                  value={column}
                  options={columns.map((option) => [option, columnName(option)])}
                  onChoose={(chosen) => onChoose({ columns: chosenColumns.with(at, chosen as Column) })}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.slice(0, above + shownRows).map(({ row, number }) => (
            <tr key={number} class={number <= headerRow ? "quiet" : undefined}>
              <th scope="row">
                <button
                  type="button"
                  class="small"
                  aria-pressed={number === headerRow}
                  aria-label={texts.useAsHeader(number)}
                  onClick={() => onChoose({ headerRow: number === headerRow ? 0 : number })}
                >
                  {number}
                </button>{" "}
                {number === headerRow && texts.header}
              </th>
              {chosenColumns.map((column, at) => (
                <td key={at} class={column === "ignored" ? "quiet" : undefined}>
                  {row[at]?.slice(0, 80)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface Props {
  readonly form: ImportForm
  readonly read: ReadImport
  readonly teamId: string | undefined
}

/** How the text is read, to be corrected. */
export const ReadingChoices = ({ form, read, teamId }: Props) => {
  const { reading, rows } = read
  const choose = (next: Partial<Reading>): void => {
    const { columns: _, ...others } = form.given.peek()
    // Another header names the columns anew.
    form.given.value = { ...(next.headerRow === undefined ? form.given.peek() : others), ...next }
  }
  const teams = teamsIn(rows, reading)
  const isOutline = reading.form === "outline"
  return (
    <fieldset class="import-reading">
      <legend>{texts.settings}</legend>
      <div class="import-choices">
        {form.opened.value?.given.form === undefined && (
          <Choice
            label={texts.form}
            value={reading.form}
            options={Object.entries(texts.forms)}
            onChoose={(chosen) => (form.given.value = { form: chosen as Form })}
          />
        )}
        {isOutline && (
          <Choice
            label={texts.top}
            value={reading.top}
            options={Object.entries(texts.tops)}
            onChoose={(top) => choose({ top: top as Reading["top"] })}
          />
        )}
        {teams.length > 0 && teamId !== undefined && (
          <Choice
            label={texts.whichTeam}
            value={reading.team}
            options={[["", texts.eachTeam], ...teams.map((team) => [team, team] as const)]}
            onChoose={(team) => choose({ team })}
          />
        )}
      </div>
      {!isOutline && <p class="quiet small-text">{texts.headerHint}</p>}
      {!isOutline && <Columns read={read} onChoose={choose} />}
      <Check class="import-check" isChecked={form.isAgain.value} onChange={(isAgain) => (form.isAgain.value = isAgain)}>
        {texts.duplicates}
      </Check>
    </fieldset>
  )
}
