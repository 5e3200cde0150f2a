import { type Signal, useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { AsOf } from "../../parts/AsOf.tsx"
import { useIncrementalList } from "../../parts/lists/IncrementalList.ts"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { OverviewViews } from "../../parts/OverviewViews.tsx"
import { usePageTitle } from "../../parts/PageTitle.ts"
import { Icon } from "../../parts/status/Icon.tsx"
import { Illustration } from "../../parts/status/Illustration.tsx"
import { ObjectiveLine, ObjectiveLines } from "../../parts/status/ObjectiveLine.tsx"
import { useOverview } from "../../parts/UseOverview.ts"
import { navigate, pathOf, query, replaceQuery } from "../../session/Route.ts"
import { type Alignment, type Placed, sharedPrinciples } from "../../workspace/Alignment.ts"
import type { OverviewBody } from "../../workspace/LiveOverview.ts"
import * as texts from "./TreeTexts.ts"

/** The ids of the branches that were folded, or unfolded where they are folded at first. */
type Turned = Signal<ReadonlySet<string>>

interface FoldProps {
  readonly id: string
  readonly label: string
  readonly isOpen: boolean
  readonly turned: Turned
}

const Fold = ({ id, label, isOpen, turned }: FoldProps) => (
  <button
    type="button"
    class="icon-button fold"
    aria-expanded={isOpen}
    aria-label={label}
    onClick={() => {
      const next = new Set(turned.peek())
      if (!next.delete(id)) next.add(id)
      turned.value = next
    }}
  >
    <Icon name="chevron" />
  </button>
)

interface BranchProps extends Placed {
  readonly alignment: Alignment
  readonly turned: Turned
}

/** An objective with those that support it below it. */
const Branch = ({ objective, team, alignment, turned }: BranchProps) => {
  const { id, title } = objective
  const below = alignment.supportersOf(id)
  const isOpen = !turned.value.has(id)
  return (
    <li>
      <ObjectiveLine
        objective={objective}
        expected={objective.expectedPercent}
        team={team}
        below={alignment.allBelow(id)}
        isRow
      >
        {below.length > 0 && <Fold id={id} label={texts.company.below(title)} isOpen={isOpen} turned={turned} />}
      </ObjectiveLine>
      {below.length > 0 && isOpen && (
        <ul>
          {below.map((each) => (
            <Branch key={each.objective.id} {...each} alignment={alignment} turned={turned} />
          ))}
        </ul>
      )}
    </li>
  )
}

const steps = { initialCount: 20, stepCount: 40 }

const Branches = ({
  items,
  ...rest
}: Pick<BranchProps, "alignment" | "turned"> & { readonly items: ReadonlyArray<Placed> }) => (
  <ul>
    {useIncrementalList(items, steps).map((each) => (
      <Branch key={each.objective.id} {...each} {...rest} />
    ))}
  </ul>
)

interface GroupProps extends Pick<BranchProps, "turned"> {
  readonly id: string
  readonly name: string
  /** What the name leads to. */
  readonly address?: string
  readonly items: ReadonlyArray<Placed>
}

/** Objectives below a heading, folded at first, without what supports them. */
const Group = ({ id, name, address, items, turned }: GroupProps) => {
  const isOpen = turned.value.has(id)
  return (
    <section>
      <h2 class="title" data-row>
        {items.length > 0 && <Fold id={id} label={texts.company.of(name)} isOpen={isOpen} turned={turned} />}
        {address === undefined ? (
          name
        ) : (
          <a href={address} dir="auto">
            {name}
          </a>
        )}{" "}
        <span class="quiet">{texts.alignment.reach(items.map(({ objective }) => objective))}</span>
      </h2>
      {isOpen && <ObjectiveLines items={items} areRows />}
    </section>
  )
}

interface ViewProps extends Pick<BranchProps, "alignment" | "turned"> {
  readonly body: OverviewBody
}

/** From the topmost objectives down; those that neither support nor are supported come last, in one group. */
const ByObjective = ({ alignment, turned }: ViewProps) => {
  const isSupported = ({ objective }: Placed): boolean => alignment.supportersOf(objective.id).length > 0
  const tops = alignment.topmost.filter(isSupported)
  const alone = alignment.topmost.filter((each) => !isSupported(each))
  return (
    <>
      {tops.length === 0 && <p class="quiet">{texts.company.none}</p>}
      <Branches items={tops} alignment={alignment} turned={turned} />
      {alone.length > 0 && <Group id="alone" name={texts.company.alone} items={alone} turned={turned} />}
    </>
  )
}

/** Principles, those of one title as one, the one that most teams have first. */
const ByPrinciple = ({ body, alignment, turned }: ViewProps) => {
  const shared = useMemo(() => sharedPrinciples(body).toSorted((left, right) => right.ids.size - left.ids.size), [body])
  const loose = alignment.all.filter(({ objective }) => objective.principleIds.length === 0)
  return (
    <>
      {shared.map(({ title, ids: [id = ""], objectives }) => (
        <Group
          key={id}
          id={id}
          name={title}
          address={`${pathOf.overview}?principle=${id}`}
          items={objectives.flatMap(({ id }) => alignment.find(id) ?? [])}
          turned={turned}
        />
      ))}
      {loose.length > 0 && <Group id="none" name={texts.tree.noPrinciple} items={loose} turned={turned} />}
    </>
  )
}

const arrangements = { objectives: ByObjective, principles: ByPrinciple }

const Loaded = ({ body, alignment }: Pick<ViewProps, "body" | "alignment">) => {
  const turned = useSignal<ReadonlySet<string>>(new Set())
  const shown = new URLSearchParams(query.value).get("by") === "principles" ? "principles" : "objectives"
  const View = arrangements[shown]
  return (
    <div class="tree company-tree">
      <header class="page-head">
        <h1>{texts.company.title}</h1>
        <OverviewViews
          shown="tree"
          onChoose={(view) => navigate(view === "list" ? pathOf.overview : `${pathOf.overview}?view=${view}`)}
        />
        <fieldset class="tabs">
          <legend class="hidden">{texts.company.by}</legend>
          {(["objectives", "principles"] as const).map((by) => (
            <button
              key={by}
              type="button"
              aria-pressed={by === shown}
              onClick={() => replaceQuery(by === "objectives" ? "" : `?by=${by}`)}
            >
              {texts.company.bys[by]}
            </button>
          ))}
        </fieldset>
        <AsOf />
        <button type="button" class="button" onClick={() => print()}>
          <Icon name="print" /> {texts.common.print}
        </button>
      </header>
      <View body={body} alignment={alignment} turned={turned} />
    </div>
  )
}

/** The objectives of all teams, below what they support or below their principles. */
export const CompanyTree = () => {
  usePageTitle(texts.company.title)
  const overview = useOverview()
  const body = overview.ordered.value
  const alignment = overview.alignment.value
  if (body === undefined || alignment === undefined) {
    return (
      <NotLoaded failure={overview.failure.value} retry={overview.refresh}>
        <h1>{texts.company.notLoaded}</h1>
      </NotLoaded>
    )
  }
  if (body.objectives.length > 0) return <Loaded body={body} alignment={alignment} />
  return (
    <section class="empty">
      <Illustration />
      <h1>{texts.company.empty}</h1>
      <a class="button" href={pathOf.teams}>
        {texts.common.toTeams}
      </a>
    </section>
  )
}
