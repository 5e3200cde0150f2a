import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { FieldNotice } from "../../parts/fields/FieldNotice.tsx"
import { focusInNextFrame } from "../../parts/fields/FocusField.ts"
import { ParentDialog } from "../../parts/search/ParentDialog.tsx"
import { FlashBy } from "../../parts/status/FlashBy.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { OfTeam } from "../../parts/status/ObjectiveLine.tsx"
import { Status } from "../../parts/status/Status.tsx"
import { pathOf } from "../../session/Route.ts"
import type { Alignment } from "../../workspace/Alignment.ts"
import { field } from "../../workspace/Field.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ObjectiveTexts.ts"

interface Props {
  readonly team: Team
  readonly objective: Objective
  /** Undefined until loaded. */
  readonly alignment: Alignment | undefined
}

/** An objective by its id, with its team and status, as far as they are known. */
const Parent = ({ id, alignment }: Pick<Props, "alignment"> & { readonly id: string | null }) => {
  const found = alignment?.find(id)
  if (id === null) return <span class="quiet">{texts.alignment.nothing}</span>
  if (found === undefined)
    return <span class="quiet">{alignment === undefined ? texts.common.loading : texts.alignment.unknown}</span>
  const { objective, team } = found
  return (
    <>
      <a href={pathOf.objective(objective.teamId, id)} dir="auto">
        {objective.title}
      </a>
      <Status status={objective.status} />
      <OfTeam team={team} />
    </>
  )
}

/** The objective that another one supports: a link, and for editors a search over all teams. */
export const ParentField = ({ team, objective, alignment }: Props) => {
  const { outbox, flashes, session, teams } = useWorkspace()
  const { edits } = outbox
  const isChoosing = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const ofParent = field("objective.parent", team.id, objective.id)
  const mayEdit = session.canEdit.value
  const edit = edits.of(ofParent).value
  const now = teams.valueAsShown<string | null>(team.id, objective.parentId)
  const parentId = mayEdit && edit !== undefined ? edit.mine : objective.parentId
  const flash = edit === undefined ? flashes.ofField(ofParent) : undefined
  const save = (id: string | null): void => {
    isChoosing.value = false
    void edits.saveValue(ofParent, now, id)
    focusInNextFrame(() => button.current)
  }
  const label = texts.alignment.chooseFor(objective.title)
  return (
    <div class="parent-field">
      {(!mayEdit || parentId !== null) && (
        <span class={`parent ${flash === undefined ? "" : "flash"}`}>
          <Parent id={parentId} alignment={alignment} />
        </span>
      )}
      {flash !== undefined && <FlashBy flash={flash} />}
      {mayEdit && (
        <button
          ref={button}
          type="button"
          class={parentId === null ? "text" : "icon-button"}
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          disabled={alignment === undefined}
          onClick={() => (isChoosing.value = true)}
        >
          {parentId === null ? <span class="quiet">{texts.alignment.choose}</span> : <Icon name="pencil" size={14} />}
        </button>
      )}
      {mayEdit && parentId !== null && (
        <button
          type="button"
          class="icon-button"
          aria-label={texts.alignment.removeFor(objective.title)}
          title={texts.alignment.removeFor(objective.title)}
          onClick={() => save(null)}
        >
          <Icon name="cross" />
        </button>
      )}
      {edit !== undefined && (
        <FieldNotice
          field={ofParent}
          shown={() => now}
          format={(id) => <Parent id={id} alignment={alignment} />}
          label={texts.alignment.supports}
        />
      )}
      {isChoosing.value && alignment !== undefined && (
        <ParentDialog
          title={label}
          ids={[objective.id]}
          alignment={alignment}
          onChoose={save}
          onClose={() => (isChoosing.value = false)}
        />
      )}
    </div>
  )
}
