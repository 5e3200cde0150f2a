import { useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { dateOfDay } from "../../../shared/Days.ts"
import { Menu } from "../../parts/dialogs/Menu.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { isMine } from "../../session/Mine.ts"
import { pathOf } from "../../session/Route.ts"
import { serverToday } from "../../texts/values/Clock.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import type { Overview, OverviewBody, OverviewObjective, OverviewTeam } from "../../workspace/LiveOverview.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { needs, owned } from "./AttentionList.ts"
import { Since } from "./Changes.tsx"
import { lastMonday } from "./compare/ComparisonDays.ts"
import * as texts from "./HomeTexts.ts"
import { PortfolioTable } from "./Portfolio.tsx"
import { Row } from "./Row.tsx"

/** Objectives shown at first. */
const maxRows = 15

interface LoadedProps {
  readonly overview: Overview
  readonly body: OverviewBody
}

const PinMenu = ({ body }: Pick<LoadedProps, "body">) => {
  const { pins } = useWorkspace()
  const item = (label: string, ids: ReadonlyArray<string>) => ({
    label,
    checked: ids.every((id) => pins.teamIds.value.includes(id)),
    isOneOfMany: true,
    onSelect: () => pins.toggle(...ids)
  })
  const each = ({ team }: OverviewTeam) => item(team.name, [team.id])
  const all = (): string[] => body.teams.map(({ team }) => team.id)
  return (
    <Menu
      label={texts.pinTeams}
      class="button"
      items={() => [...(body.teams.length > 1 ? [item(texts.common.toTeams, all())] : []), ...body.teams.map(each)]}
    >
      <Icon name="pin" /> {texts.pinTeams}
    </Menu>
  )
}

/** The part of the overview that is about the pinned teams, in the order in which they were pinned. */
const pinnedPart = (body: OverviewBody, teamIds: ReadonlyArray<string>): OverviewBody => ({
  ...body,
  teams: teamIds.flatMap((teamId) => body.teams.filter(({ team }) => team.id === teamId)),
  objectives: body.objectives.filter(({ teamId }) => teamIds.includes(teamId))
})

interface ListProps extends Omit<LoadedProps, "overview"> {
  readonly id: string
  readonly title: string
  readonly all: ReadonlyArray<OverviewObjective>
  /** Where one checks in on them. */
  readonly checkIn: string
  /** Shown without any. */
  readonly none: string
  /** What follows their number. */
  readonly unit?: string
}

/** Some objectives under a heading, the first ones at first. */
const List = ({ id, title, all, checkIn, none, unit = "", body }: ListProps) => {
  const { session } = useWorkspace()
  const isWhole = useSignal(false)
  // The button would take the room of one.
  const shown = isWhole.value || all.length <= maxRows + 1 ? all : all.slice(0, maxRows)
  return (
    <section aria-labelledby={id}>
      <header class="section-head">
        <h2 id={id}>
          {title} <span class="quiet">{all.length + unit}</span>
        </h2>
        {session.canEdit.value && (
          <a class="primary" href={checkIn}>
            <Icon name="check" /> {texts.checkIns.checkIn}
          </a>
        )}
      </header>
      {shown.length === 0 && <p class="quiet">{none}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: its rows are those of `WindowedList` */}
      <div role="list" aria-labelledby={id}>
        {shown.map((objective, index) => (
          <Row
            key={objective.id}
            objective={objective}
            team={body.teams.find(({ team }) => team.id === objective.teamId)?.team}
            isInTeam={body.teams.length < 2}
            sequenceNumber={body.sequenceNumber}
            position={index + 1}
            count={shown.length}
          />
        ))}
      </div>
      {shown.length < all.length && (
        <button type="button" class="small" onClick={() => (isWhole.value = true)}>
          {texts.more(all.length - shown.length)}
        </button>
      )}
    </section>
  )
}

/** What has changed in the pinned teams since the last Monday. */
const Changes = ({ overview, body }: LoadedProps) => {
  const since = dateOfDay(lastMonday(serverToday()))
  return (
    <Since
      key={since}
      overview={overview}
      since={since}
      title={texts.changes(formatDay(since))}
      together={texts.together}
      isShown={(teamId) => body.teams.some(({ team }) => team.id === teamId)}
    />
  )
}

const PinnedTeams = ({ overview, body }: LoadedProps) => {
  const { session } = useWorkspace()
  const isOwn = isMine(session)
  const others = body.objectives.filter(({ owner }) => !isOwn(owner))
  return (
    <>
      <PortfolioTable overview={overview} body={body} together={texts.together} />
      <List
        id="needs"
        title={texts.needs}
        all={needs(others, serverToday())}
        checkIn={pathOf.checkIns}
        none={texts.needsNothing(others.length < body.objectives.length)}
        body={body}
      />
      <Changes overview={overview} body={body} />
    </>
  )
}

const Loaded = ({ overview, body }: LoadedProps) => {
  const { pins, session } = useWorkspace()
  const teamIds = pins.teamIds.value
  const pinned = useMemo(() => pinnedPart(body, teamIds), [body, teamIds])
  const mine = owned(body.objectives, serverToday(), isMine(session))
  if (pinned.teams.length === 0 && mine.length === 0) {
    return (
      <section class="empty">
        <Illustration />
        <h1>{texts.empty}</h1>
        <p class="quiet">{texts.emptyHint}</p>
        <p class="actions">
          {body.teams.length > 0 && <PinMenu body={body} />}
          <a class="button" href={pathOf.overview}>
            {texts.toOverview}
          </a>
        </p>
      </section>
    )
  }
  return (
    <div class="overview home-page">
      <header class="page-head">
        <h1>{texts.title}</h1>
        <PinMenu body={body} />
      </header>
      {mine.length > 0 && (
        <List
          id="mine"
          title={texts.owners.mine}
          all={mine}
          checkIn={`${pathOf.checkIns}?is=mine`}
          none=""
          unit={texts.open}
          body={body}
        />
      )}
      {pinned.teams.length > 0 && <PinnedTeams overview={overview} body={pinned} />}
    </div>
  )
}

/** What the user owns; then the pinned teams: how they stand, what in them needs attention, and what has changed. */
export const Home = () => {
  usePageTitle(texts.title)
  const overview = useOverview()
  const body = overview.value.value
  if (body === undefined) {
    return (
      <NotLoaded failure={overview.failure.value} retry={overview.refresh}>
        <h1>{texts.notLoaded}</h1>
      </NotLoaded>
    )
  }
  return <Loaded overview={overview} body={body} />
}
