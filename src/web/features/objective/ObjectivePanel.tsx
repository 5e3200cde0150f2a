import type { Signal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { takesText } from "../../parts/keys/Shortcuts.ts"
import { TimeAgo } from "../../parts/status/TimeAgo.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { arrivals } from "../../session/Route.ts"
import { makePeople } from "../../workspace/People.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { Initiatives } from "./Initiatives.tsx"
import { Measures } from "./Measures.tsx"
import { ObjectiveHead } from "./ObjectiveHead.tsx"
import * as texts from "./ObjectiveTexts.ts"
import { useStatusChanges } from "./StatusChanges.ts"
import { Supporters } from "./Supporters.tsx"

interface Props {
  readonly team: Team
  readonly objective: Signal<Objective>
}

/** All of an objective, in its panel; its title takes the focus, so that screen readers announce it. */
export const ObjectivePanel = ({ team, objective }: Props) => {
  const { called } = useFeatureState(makePeople)
  const { id, updatedAt, updatedBy } = objective.value
  const alignment = useOverview().alignment.value
  const change = useStatusChanges(team, objective).value?.[0]
  const inside = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const heading = inside.current?.querySelector<HTMLElement>("h1")
    if (heading == null || takesText(document.activeElement)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [arrivals.value])
  return (
    <div ref={inside} class="details">
      <ObjectiveHead {...{ team, objective, change, alignment }} />
      <div class="columns">
        <Measures team={team} objective={objective} />
        <Initiatives objective={objective} />
      </div>
      <Supporters objectiveId={id} alignment={alignment} />
      <p class="quiet small-text last-change">
        <TimeAgo timestamp={updatedAt} text={(ago) => texts.initiatives.changed(called(updatedBy), ago)} />
      </p>
    </div>
  )
}
