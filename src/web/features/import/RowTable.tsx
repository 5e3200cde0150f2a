import { columnName } from "../../../import/Columns.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import type { ImportForm } from "./ImportForm.ts"
import * as texts from "./ImportTexts.ts"
import { rowsOf } from "./Issues.tsx"

/** Rows that are shown at once; each kind of notes is shown by itself. */
const maxRows = 200

interface Props {
  readonly form: ImportForm
  readonly read: ReadImport
}

/** Rows of the text as they are written, each with a tick that leaves it out. */
export const RowTable = ({ form, read: { rows, reading, notes } }: Props) => {
  const kind = form.shownRows.value
  if (kind === undefined) return null
  const isOutline = reading.form === "outline"
  const lines = isOutline ? form.text.value.split(/\r\n?|\n/).map((line) => [line]) : rows
  const shown = reading.columns.flatMap((column, at) => (column === "ignored" ? [] : [at]))
  const filled = lines.flatMap((row, at) => (row.some((cell) => cell.trim() !== "") ? [at + 1] : []))
  const wanted =
    kind === "all" ? filled : [...rowsOf(notes.filter((note) => note.kind === kind)), ...reading.skippedRows]
  const numbers = [...new Set(wanted)].filter((number) => number > reading.headerRow).toSorted((a, b) => a - b)
  const toggle = (number: number, isTaken: boolean): void => {
    const others = reading.skippedRows.filter((row) => row !== number)
    form.given.value = { ...form.given.peek(), skippedRows: isTaken ? others : [...others, number] }
  }
  return (
    <section class="import-columns" aria-label={texts.rowsOfKind(kind === "all" ? undefined : kind)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.takeRows}</th>
            {!isOutline &&
              shown.map((at) => (
                <th key={at} scope="col">
                  {columnName(reading.columns[at] ?? "ignored")}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {numbers.slice(0, maxRows).map((number) => {
            const isTaken = !reading.skippedRows.includes(number)
            return (
              <tr key={number} class={isTaken ? undefined : "quiet"}>
                <th scope="row">
                  <label>
                    <input
                      type="checkbox"
                      checked={isTaken}
                      onChange={({ currentTarget }) => toggle(number, currentTarget.checked)}
                    />{" "}
                    {texts.rowNumber(number)}
                  </label>
                </th>
                {(isOutline ? [0] : shown).map((at) => (
                  <td key={at}>{lines[number - 1]?.[at]?.slice(0, 80)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {numbers.length > maxRows && <p class="quiet small-text">{texts.firstRows(maxRows, numbers.length)}</p>}
    </section>
  )
}
