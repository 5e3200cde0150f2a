import type { ComponentChildren, JSX } from "preact"
import type { Form } from "../../../shared/FieldRow.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Status, type StatusName } from "../../parts/Status.tsx"
import { WordDiff } from "../../parts/WordDiff.tsx"
import { definitionLabel } from "../../texts/Definition.ts"
import { formatDay, formatNumber } from "../../texts/Formats.ts"
import * as texts from "../../texts/Texts.ts"
import { rowNamed } from "../../workspace/FieldRows.ts"
import * as history from "./HistoryTexts.ts"

interface Props {
  /** The field's name as the history API gives it. */
  readonly name: string
  /** Null or empty when not set. */
  readonly before: string | null
  readonly after: string | null
  /** Shown instead of the field's name. */
  readonly label?: string
  /** Shown after the values. */
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

type Render = (text: string) => ComponentChildren

const status: Render = (text) => (isStatus(text) ? <Status status={text} /> : text)

/** How values are shown by their form; undefined for running text, which is shown as a diff. */
const renderers: Readonly<Record<Form, Render | undefined>> = {
  line: undefined,
  lines: undefined,
  objectiveStatus: status,
  initiativeStatus: status,
  date: formatDay,
  color: (text) => <Color color={text} />,
  quantity: (text) => formatNumber(Number(text)),
  confidence: (text) => history.outOfTen(Number(text))
}

/** For fields without a row. */
const otherRenderers: Readonly<Record<string, Render>> = {
  position: (text) => history.place(Number(text)),
  placement: placeOf,
  definition: definitionLabel,
  checkIns: (text) => formatNumber(Number(text)),
  group: (text) => text,
  principle: (text) => (text === "true" ? history.linked : history.unlinked)
}

const rendererOf = (field: string): Render | undefined => {
  const row = rowNamed(field)
  return row === undefined ? otherRenderers[field] : renderers[row.form]
}

const Arrow = () => (
  <>
    <Icon name="right" size={12} />
    <span class="hidden">{history.to}</span>
  </>
)

/** A field with its values before and after: texts as a diff, everything else side by side. */
export const Change = ({ name, before, after, label = history.field(name), children }: Props): JSX.Element => {
  const field = name.replace(/:.*/, "")
  const render = rendererOf(field)
  const unset = field === "principle" ? history.unlinked : <em class="quiet">{history.unset}</em>
  const side = (text: string | null) => (text === null || text === "" ? unset : render?.(text))
  return (
    <div class="change">
      <dt>{label}</dt>
      <dd>
        {render === undefined ? (
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
