import type { ComponentChildren } from "preact"
import type { Form } from "../../../shared/FieldRow.ts"
import { swatch } from "../../parts/fields/Swatch.tsx"
import { WordDiff } from "../../parts/fields/WordDiff.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { Status, type StatusName } from "../../parts/status/Status.tsx"
import { definitionLabel } from "../../texts/MeasureTexts.ts"
import * as texts from "../../texts/SharedTexts.ts"
import { formatDay, formatNumber } from "../../texts/values/PageFormats.ts"
import { rowNamed } from "../../workspace/FieldRows.ts"
import { titleIn } from "../../workspace/TeamEntities.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as history from "./HistoryTexts.ts"

type Render = (text: string) => ComponentChildren

/** The title of an objective, where the page knows it. */
const Title = ({ id }: { readonly id: string }) => {
  const { teams } = useWorkspace()
  return <>{[...teams.all()].map((team) => titleIn(team, id)).find(Boolean) ?? history.anotherObjective}</>
}

const isStatus = (text: string): text is StatusName => text in texts.objectiveStatus || text in texts.initiativeStatus

const status: Render = (text) => (isStatus(text) ? <Status status={text} /> : text)

const number: Render = (text) => formatNumber(Number(text))

/** How values are shown by their form; without running text, which is shown as a diff. */
const ofForms: Readonly<Record<Exclude<Form, "line" | "lines">, Render>> = {
  objectiveStatus: status,
  initiativeStatus: status,
  date: formatDay,
  color: swatch,
  quantity: number,
  confidence: (text) => history.outOfTen(Number(text))
}

/** How values are shown by their form or, of fields without a row, by their name. */
const renderers: Readonly<Record<string, Render>> = {
  ...ofForms,
  position: (text) => history.position(Number(text)),
  placement: (text) => history.position(JSON.parse(text).position),
  definition: (text) => definitionLabel(JSON.parse(text)),
  checkIns: number,
  group: (text) => text,
  principle: (text) => (text === "true" ? history.linked : history.unlinked),
  parent: (id) => <Title id={id} />
}

interface Props {
  /** As the history API gives it. */
  readonly name: string
  /** Values are as the history API gives them: null or empty when not set. */
  readonly before: string | null
  readonly after: string | null
  readonly label?: string | undefined
  /** Shown after the values. */
  readonly children?: ComponentChildren
}

/** A field with its values before and after: texts as a diff, everything else side by side. */
export const Change = ({ name, before, after, label = history.field(name), children }: Props) => {
  const field = name.replace(/:.*/, "")
  const render = renderers[rowNamed(field)?.form ?? field]
  const unset = field === "principle" ? history.unlinked : <em class="quiet">{history.unset}</em>
  const side = (text: string | null) => (text ? render?.(text) : unset)
  return (
    <div class="change">
      <dt>{label}</dt>
      <dd>
        {render === undefined ? (
          <WordDiff before={before ?? ""} after={after ?? ""} />
        ) : (
          <span class="sides">
            {side(before)} <Icon name="right" size={12} />
            <span class="hidden">{history.to}</span> {side(after)} {children}
          </span>
        )}
      </dd>
    </div>
  )
}
