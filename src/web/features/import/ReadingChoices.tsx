import type { ComponentProps } from "preact"
import { useId } from "preact/hooks"
import { type Column, columnName, columns, datesIn, type Form, type Reading, teamsIn } from "../../../import/Columns.ts"
import type { ReadImport } from "../../../import/ReadImport.ts"
import { Check } from "../../parts/Check.tsx"
import { Select } from "../../parts/Select.tsx"
import type { ImportForm } from "./ImportForm.ts"
import * as texts from "./ImportTexts.ts"

const Choice = ({ label, ...select }: ComponentProps<typeof Select>) => {
  const id = useId()
  return (
    <label for={id}>
      <span>{label}</span>
      <Select id={id} {...select} />
    </label>
  )
}

/** Rows whose cells are shown under the names of the columns. */
const shownRows = 3

interface ColumnsProps {
  readonly read: ReadImport
  readonly onChoose: (next: Partial<Reading>) => void
}

/** The columns, each with what it is taken for and its first cells. */
const Columns = ({ read: { reading, rows }, onChoose }: ColumnsProps) => {
  const first = reading.hasHeader ? 1 : 0
  return (
    <section class="import-columns" aria-label={texts.columns}>
      <table>
        <thead>
          <tr>
            {reading.columns.map((column, at) => (
              <th key={at} scope="col" class={column === "ignored" ? "quiet" : undefined}>
                <Select
                  label={texts.columnNumber(at + 1, reading.hasHeader ? (rows[0]?.[at] ?? "") : "")}
                  value={column}
                  options={columns.map((option) => [option, columnName(option)])}
                  onChoose={(chosen) => onChoose({ columns: reading.columns.with(at, chosen as Column) })}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, first + shownRows).map((row, index) => (
            <tr key={index} class={index < first ? "quiet" : undefined}>
              {reading.columns.map((column, at) => (
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
    form.given.value = { ...form.given.peek(), ...next }
  }
  const teams = teamsIn(rows, reading)
  const isOutline = reading.form === "outline"
  return (
    <fieldset class="import-reading">
      <legend>{texts.settings}</legend>
      <div class="import-choices">
        <Choice
          label={texts.form}
          value={reading.form}
          options={Object.entries(texts.forms)}
          onChoose={(chosen) => (form.given.value = { form: chosen as Form })}
        />
        {isOutline && (
          <Choice
            label={texts.top}
            value={reading.top}
            options={Object.entries(texts.tops)}
            onChoose={(top) => choose({ top: top as Reading["top"] })}
          />
        )}
        {datesIn(rows, reading.columns).hasSlashes && (
          <Choice
            label={texts.dateOrder}
            value={String(reading.isDayFirst)}
            options={Object.entries(texts.dateOrders)}
            onChoose={(isDayFirst) => choose({ isDayFirst: isDayFirst === "true" })}
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
      {!isOutline && (
        <Check class="import-check" isChecked={reading.hasHeader} onChange={(hasHeader) => choose({ hasHeader })}>
          {texts.hasHeader}
        </Check>
      )}
      <Check class="import-check" isChecked={form.isAgain.value} onChange={(isAgain) => (form.isAgain.value = isAgain)}>
        {texts.duplicates}
      </Check>
      {!isOutline && <Columns read={read} onChoose={choose} />}
    </fieldset>
  )
}
