import { useSignal } from "@preact/signals"
import { DayForm } from "../../parts/dialogs/DayForm.tsx"
import { Menu } from "../../parts/dialogs/Menu.tsx"
import { slidesItem, transfers } from "../../parts/dialogs/TransferMenu.tsx"
import { EditableText } from "../../parts/fields/EditableText.tsx"
import { useShortcut } from "../../parts/keys/Shortcuts.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { PinButton } from "../../parts/status/PinButton.tsx"
import { type BoardView, boardViews, moment, navigate, pathOf, showMoment } from "../../session/Route.ts"
import { field } from "../../workspace/Field.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import type { BoardState } from "./BoardState.ts"
import type { BoardSummary } from "./BoardSummary.ts"
import * as texts from "./BoardTexts.ts"

interface Props {
  readonly board: BoardState
  readonly view: BoardView
}

interface SummaryProps {
  readonly summary: BoardSummary
}

const Summary = ({ summary: { objectives, byStatus, needAttention, overdue } }: SummaryProps) => {
  if (objectives === 0) return <p class="quiet">{texts.board.noObjectives}</p>
  const parts = [
    byStatus.draft === objectives ? texts.board.drafts(objectives) : texts.board.allCount(objectives),
    ...(byStatus.on_track > 0 ? [texts.board.onTrack(byStatus.on_track)] : []),
    ...(byStatus.achieved > 0 ? [texts.board.achieved(byStatus.achieved)] : []),
    ...(needAttention > 0 ? [texts.board.attention(needAttention)] : []),
    ...(overdue > 0 ? [texts.board.overdueCount(overdue)] : [])
  ]
  return <p class="quiet">{parts.join(" · ")}</p>
}

/** What is done with a team once a month: files, an earlier day, paper. */
const TeamMenu = ({ teamId, name }: { readonly teamId: string; readonly name: string }) => {
  const workspace = useWorkspace()
  const isAsking = useSignal(false)
  const isNow = moment.value === ""
  if (isAsking.value) {
    return (
      <DayForm
        label={texts.moments.asOf}
        action={texts.moments.show}
        day=""
        hasFocus
        onChoose={showMoment}
        onCancel={() => (isAsking.value = false)}
      />
    )
  }
  return (
    <Menu
      label={texts.common.moreOf(name)}
      class="button"
      items={() => [
        ...(isNow ? transfers(workspace, teamId) : [slidesItem(workspace, teamId)]),
        ...(isNow
          ? [{ label: `${texts.moments.asOf}…`, icon: "calendar" as const, onSelect: () => (isAsking.value = true) }]
          : []),
        { label: texts.common.print, icon: "print", onSelect: () => print() }
      ]}
    >
      <Icon name="dots" />
    </Menu>
  )
}

/** The team's name and summary, the choice of a view, and the actions for the whole team. */
export const TeamHeader = ({ board, view }: Props) => {
  const { panels, session } = useWorkspace()
  const { id, body } = board.team
  const { name = "", color = "" } = body.value ?? {}
  useShortcut(session.canEdit.value ? "c" : undefined, () => navigate(pathOf.checkIn(id)))
  return (
    <header class="team-head">
      <span class="stripe" style={{ background: color }} aria-hidden="true" />
      <div class="team-name">
        <EditableText field={field("team.name", id, id)} value={name} heading={1} mayEdit={session.isAdmin.value} />
        <Summary summary={board.summary.value} />
      </div>
      <nav class="tabs" aria-label={texts.board.view}>
        {boardViews.map((each) => (
          <a
            key={each}
            href={(each === "board" ? pathOf.team : pathOf[each])(id)}
            aria-current={each === view ? "page" : undefined}
          >
            {texts.board.views[each]}
          </a>
        ))}
      </nav>
      <div class="team-actions">
        <PinButton teamId={id} name={name} />
        {session.canEdit.value && (
          <a class="primary check-in-link" href={pathOf.checkIn(id)} aria-keyshortcuts="c">
            <Icon name="check" /> <span>{texts.checkIns.checkIn}</span>
          </a>
        )}
        <button
          type="button"
          class="button"
          onClick={() => panels.openHistory({ kind: "team", teamId: id, title: name })}
        >
          <Icon name="clock" /> <span>{texts.common.history}</span>
        </button>
        <TeamMenu teamId={id} name={name} />
      </div>
    </header>
  )
}
