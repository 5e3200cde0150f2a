import type { ComponentChildren } from "preact"
import { type Column, columns, datesIn, type Form, type Reading, teamsIn } from "./Columns.ts"
import type { ImportForm } from "./ImportForm.ts"
import type { ReadImport } from "./ReadImport.ts"
import * as texts from "./Texts.ts"

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<readonly [value: string, text: string]>
  readonly onChoose: (value: string) => void
}

const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <label>
    <span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

interface CheckProps {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly children: ComponentChildren
}

const Check = ({ isChecked, onChange, children }: CheckProps) => (
  <label class="import-check">
    <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {children}
  </label>
)

/** Rows whose cells are shown under the names of the columns. */
const shownRows = 3

interface Props {
  readonly form: ImportForm
  readonly read: ReadImport
}

/** The columns, each with what it is taken for and its first cells. */
const Columns = ({
  read: { reading, rows },
  onChoose
}: Pick<Props, "read"> & { onChoose: (next: Partial<Reading>) => void }) => {
  const first = reading.hasHeader ? 1 : 0
  return (
    <section class="import-columns" aria-label={texts.columns}>
      <table>
        <thead>
          <tr>
            {reading.columns.map((column, at) => (
              <th key={at} scope="col" class={column === "ignored" ? "quiet" : undefined}>
                <select
                  aria-label={texts.columnNumber(at + 1, reading.hasHeader ? (rows[0]?.[at] ?? "") : "")}
                  value={column}
                  onChange={({ currentTarget }) =>
                    onChoose({ columns: reading.columns.with(at, currentTarget.value as Column) })
                  }
                >
                  {columns.map((option) => (
                    <option key={option} value={option}>
                      {texts.columnNames[option]}
                    </option>
                  ))}
                </select>
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

const asOptions = <Name extends string>(names: Readonly<Record<Name, string>>) =>
  Object.entries<string>(names).map(([value, text]) => [value, text] as const)

/** How the text is read, to be corrected. */
export const ReadingChoices = ({ form, read, teamId }: Props & { readonly teamId: string | undefined }) => {
  const { reading, rows } = read
  const choose = (next: Partial<Reading>): void => {
    form.given.value = { ...form.given.peek(), ...next }
  }
  const teams = teamsIn(rows, reading)
  const isOutline = reading.form === "outline"
  return (
    <fieldset class="import-reading">
      <legend>{texts.howRead}</legend>
      <div class="import-choices">
        <Choice
          label={texts.form}
          value={reading.form}
          options={asOptions(texts.forms)}
          onChoose={(chosen) => (form.given.value = { form: chosen as Form })}
        />
        {isOutline && (
          <Choice
            label={texts.top}
            value={reading.top}
            options={asOptions(texts.tops)}
            onChoose={(top) => choose({ top: top as Reading["top"] })}
          />
        )}
        {datesIn(rows, reading.columns).hasSlashes && (
          <Choice
            label={texts.dateOrder}
            value={String(reading.isDayFirst)}
            options={asOptions(texts.dateOrders)}
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
        <Check isChecked={reading.hasHeader} onChange={(hasHeader) => choose({ hasHeader })}>
          {texts.hasHeader}
        </Check>
      )}
      <Check isChecked={form.isAgain.value} onChange={(isAgain) => (form.isAgain.value = isAgain)}>
        {texts.again}
      </Check>
      {!isOutline && <Columns read={read} onChoose={choose} />}
    </fieldset>
  )
}
