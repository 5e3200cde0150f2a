import type { ComponentChildren, JSX } from "preact"
import type { Form } from "../../../shared/FieldRow.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Status, type StatusName } from "../../parts/Status.tsx"
import { WordDiff } from "../../parts/WordDiff.tsx"
import { day, number } from "../../texts/Formats.ts"
import { texts } from "../../texts/Texts.ts"
import { rowNamed } from "../../workspace/FieldRows.ts"
import { history } from "./Texts.ts"

interface Props {
  /** As history gives it. */
  readonly name: string
  /** Null and empty: not set. */
  readonly before: string | null
  readonly after: string | null
  /** Instead of the field's name. */
  readonly label?: string
  /** Stands behind it. */
  readonly children?: ComponentChildren
}

const isStatus = (text: string): text is StatusName => text in texts.objectiveStatus || text in texts.initiativeStatus

const Color = ({ color }: { readonly color: string }) => (
  <span class="color-text">
    <span class="color-dot" style={{ background: color }} />
    {color}
  </span>
)

const placeOf = (text: string): string => {
  const { position }: { readonly position: number } = JSON.parse(text)
  return history.place(position)
}

type Show = (text: string) => ComponentChildren

const status: Show = (text) => (isStatus(text) ? <Status status={text} /> : text)

/** How values that are no running text look, each for itself. */
const shows: Readonly<Record<Form, Show | undefined>> = {
  line: undefined,
  lines: undefined,
  objectiveStatus: status,
  initiativeStatus: status,
  date: day,
  color: (text) => <Color color={text} />,
  quantity: (text) => number(Number(text)),
  confidence: (text) => history.outOfTen(Number(text))
}

const others: Readonly<Record<string, Show>> = {
  position: (text) => history.place(Number(text)),
  placement: placeOf,
  checkIns: (text) => number(Number(text)),
  group: (text) => text,
  principle: (text) => (text === "true" ? history.linked : history.unlinked)
}

const showOf = (field: string): Show | undefined => {
  const row = rowNamed(field)
  return row === undefined ? others[field] : shows[row.form]
}

const Arrow = () => (
  <>
    <Icon name="chevron" size={12} />
    <span class="hidden">{history.to}</span>
  </>
)

/** A field with what it said and what it says: texts in one with what differs marked, everything else side by side. */
export const Change = ({ name, before, after, label = history.field(name), children }: Props): JSX.Element => {
  const field = name.replace(/:.*/, "")
  const show = showOf(field)
  const unset = field === "principle" ? history.unlinked : <em class="quiet">{history.unset}</em>
  const side = (text: string | null) => (text === null || text === "" ? unset : show?.(text))
  return (
    <div class="change">
      <dt>{label}</dt>
      <dd>
        {show === undefined ? (
          <WordDiff before={before ?? ""} after={after ?? ""} />
        ) : (
          <span class="sides">
            {side(before)} <Arrow /> {side(after)} {children}
          </span>
        )}
      </dd>
    </div>
  )
}
