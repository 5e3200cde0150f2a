import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { Menu } from "../../parts/dialogs/Menu.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { pathOf } from "../../session/Route.ts"
import { serverToday } from "../../texts/values/Clock.ts"
import { timeSince } from "../../texts/values/PageFormats.ts"
import type { Overview, OverviewBody } from "../../workspace/LiveOverview.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { needs } from "./AttentionList.ts"
import { Since } from "./Changes.tsx"
import * as texts from "./HomeTexts.ts"
import { makeLastVisit } from "./LastVisit.ts"
import { PortfolioTable } from "./Portfolio.tsx"
import { Row, type RowProps } from "./Row.tsx"

/** Objectives shown at first. */
const maxRows = 15

interface LoadedProps extends Pick<RowProps, "Inside"> {
  readonly overview: Overview
  readonly body: OverviewBody
}

const PinMenu = ({ body }: Pick<LoadedProps, "body">) => {
  const { pins } = useWorkspace()
  return (
    <Menu
      label={texts.pinTeams}
      class="button"
      items={() =>
        body.teams.map(({ team: { id, name } }) => ({
          label: name,
          checked: pins.teamIds.value.includes(id),
          isOneOfMany: true,
          onSelect: () => pins.toggle(id)
        }))
      }
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

const Needs = ({ body, Inside }: Omit<LoadedProps, "overview">) => {
  const { session } = useWorkspace()
  const isWhole = useSignal(false)
  const open = useSignal<ReadonlySet<string>>(new Set())
  const all = needs(body.objectives, serverToday())
  // What is opened stays, even when it needs nobody any more.
  const kept = body.objectives.filter((objective) => open.value.has(objective.id) && !all.includes(objective))
  const shown = [...kept, ...(isWhole.value ? all : all.slice(0, maxRows))]
  return (
    <section aria-labelledby="needs">
      <header class="section-head">
        <h2 id="needs">
          {texts.needs} <span class="quiet">{all.length}</span>
        </h2>
        {session.canEdit.value && (
          <a class="primary" href={pathOf.checkIns}>
            <Icon name="check" /> {texts.checkIns.checkIn}
          </a>
        )}
      </header>
      {shown.length === 0 && <p class="quiet">{texts.needsNothing}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: its rows are those of `WindowedList` */}
      <div role="list" aria-labelledby="needs">
        {shown.map((objective, index) => (
          <Row
            key={objective.id}
            objective={objective}
            team={body.teams.find(({ team }) => team.id === objective.teamId)?.team}
            isInTeam={body.teams.length < 2}
            sequenceNumber={body.sequenceNumber}
            position={index + 1}
            count={shown.length}
            open={open}
            Inside={Inside}
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

/** What has changed in the pinned teams since the user was here before. */
const Changes = ({ overview, body }: Omit<LoadedProps, "Inside">) => {
  const { before, see } = useFeatureState(makeLastVisit)
  const { sequenceNumber } = body
  useEffect(() => {
    const seeIfVisible = (): void => {
      if (document.visibilityState === "visible") see(sequenceNumber)
    }
    seeIfVisible()
    document.addEventListener("visibilitychange", seeIfVisible)
    return () => document.removeEventListener("visibilitychange", seeIfVisible)
  }, [sequenceNumber])
  const visit = before.value
  if (visit === undefined || visit.sequenceNumber > sequenceNumber) return null
  return (
    <Since
      key={visit.sequenceNumber}
      overview={overview}
      since={String(visit.sequenceNumber)}
      title={texts.changes(timeSince(visit.at))}
      together={texts.together}
      isShown={(teamId) => body.teams.some(({ team }) => team.id === teamId)}
    />
  )
}

const Loaded = ({ overview, body, Inside }: LoadedProps) => {
  const teamIds = useWorkspace().pins.teamIds.value
  const mine = useMemo(() => pinnedPart(body, teamIds), [body, teamIds])
  if (mine.teams.length === 0) {
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
      <PortfolioTable overview={overview} body={mine} together={texts.together} />
      <Needs body={mine} Inside={Inside} />
      <Changes overview={overview} body={mine} />
    </div>
  )
}

/** The pinned teams: how they stand, what in them needs the user, and what has changed. */
export const Home = ({ Inside }: Pick<RowProps, "Inside">) => {
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
  return <Loaded overview={overview} body={body} Inside={Inside} />
}
