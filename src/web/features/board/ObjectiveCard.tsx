import type { Signal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { isOverdue } from "../../../shared/Pace.ts"
import { ObjectiveStatusNotice, ObjectiveStatusPicker } from "../../parts/dialogs/ObjectiveStatus.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { OwnerNotice } from "../../parts/fields/OwnerField.tsx"
import { PeriodField, PeriodNotices } from "../../parts/fields/PeriodField.tsx"
import { LinkNotices } from "../../parts/LinkNotices.tsx"
import { SelectBox } from "../../parts/lists/SelectBox.tsx"
import { useSelection } from "../../parts/lists/Selection.ts"
import { useOpening } from "../../parts/Opening.ts"
import { ObjectiveDoubtSign } from "../../parts/status/Contradictions.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { expectedToday } from "../../parts/status/MeasureProgress.ts"
import { Meter } from "../../parts/status/Meter.tsx"
import { StatusNote } from "../../parts/status/StatusNote.tsx"
import { shownDay } from "../../session/Moment.ts"
import { pathOf } from "../../session/Route.ts"
import { field } from "../../workspace/Field.ts"
import { checkInAddress } from "../../workspace/objective/CheckInAddress.ts"
import type { Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { useAddressedItem } from "./AddressedItem.ts"
import type { BoardState } from "./BoardState.ts"
import * as texts from "./BoardTexts.ts"
import { Grip } from "./Grip.tsx"
import { ItemMenu } from "./ItemMenu.tsx"
import { PositionNotice } from "./PositionNotice.tsx"
import { PrincipleLinks } from "./PrincipleLinks.tsx"

interface Props {
  readonly board: BoardState
  readonly objective: Signal<Objective>
}

/** The progress of the objective's measures; without any, how many of its initiatives are done. */
const DoneSoFar = ({ objective }: { readonly objective: Objective }) => {
  const { percent, progress, initiatives } = objective
  const done = initiatives.filter(({ status }) => status === "done").length
  return (
    <span class="done-so-far">
      {percent !== null && (
        <Meter percent={percent} pace={expectedToday(objective)} label={texts.board.progress(progress.length)} />
      )}
      {percent === null && initiatives.length > 0 && (
        <span class="quiet small-text">{texts.board.initiativesDone(done, initiatives.length)}</span>
      )}
    </span>
  )
}

/** One objective as a row. While it is open, its panel has the notices of its fields and asks for its reason. */
export const ObjectiveCard = ({ board, objective }: Props) => {
  const workspace = useWorkspace()
  const item = useRef<HTMLLIElement>(null)
  const { team, objectives: sortable } = board
  const body = objective.value
  const { id, title, statusNote, progress } = body
  const planned = { ...body, teamId: team.id, sequenceNumber: team.sequenceNumber.peek() }
  const isSelecting = useSelection().isActive.value
  const opening = useOpening({ teamId: team.id, id })
  const { isOpen } = opening
  useAddressedItem(board, id, item)
  return (
    <li
      ref={item}
      class={`objective ${isOpen ? "open" : ""}`}
      data-id={id}
      data-address={pathOf.objective(team.id, id)}
    >
      <div class="row" data-row data-check-in={checkInAddress(workspace, team.id, body, progress.length)}>
        {isSelecting ? <SelectBox id={id} title={title} /> : <Grip id={id} sortable={sortable} />}
        <div class="state">
          <ObjectiveStatusPicker teamId={team.id} objective={body} isAskedElsewhere={isOpen} />
          <ObjectiveDoubtSign team={team} objective={body} />
        </div>
        <EditableText
          class="title"
          field={field("objective.title", team.id, id)}
          value={title}
          heading={3}
          opening={opening}
        >
          <StatusNote note={statusNote} />
        </EditableText>
        <PrincipleLinks board={board} objective={body} />
        <DoneSoFar objective={body} />
        <div class="due">
          <PeriodField planned={planned} />
          {isOverdue(body, shownDay()) && <span class="late">{texts.board.overdue}</span>}
        </div>
        <span class="row-end">
          <ItemMenu id={id} sortable={sortable} />
          <Icon name="chevron" />
        </span>
        <div class="row-notices">
          {!isOpen && (
            <>
              <ObjectiveStatusNotice teamId={team.id} objective={body} />
              <PeriodNotices planned={planned} control=".period" />
              <OwnerNotice field={field("objective.owner", team.id, id)} value={body.owner} />
              <LinkNotices team={team} objective={body} />
            </>
          )}
          <PositionNotice id={id} sortable={sortable} />
        </div>
      </div>
    </li>
  )
}
