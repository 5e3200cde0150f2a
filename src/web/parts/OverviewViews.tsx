import { pathOf } from "../session/Route.ts"
import * as texts from "../texts/SharedTexts.ts"

const views = ["list", "timeline"] as const
type View = (typeof views)[number]

interface Props {
  readonly shown: View | "tree"
  readonly onChoose: (view: View) => void
}

/** The choice between the list, the timeline and the tree of all teams. */
export const OverviewViews = ({ shown, onChoose }: Props) => (
  <fieldset class="tabs overview-views">
    <legend class="hidden">{texts.common.view}</legend>
    {views.map((view) => (
      <button key={view} type="button" aria-pressed={view === shown} onClick={() => onChoose(view)}>
        {texts.common.views[view]}
      </button>
    ))}
    <a href={pathOf.companyTree} aria-current={shown === "tree" ? "page" : undefined}>
      {texts.common.views.tree}
    </a>
  </fieldset>
)
