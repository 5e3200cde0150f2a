import { FirstSteps } from "../../parts/FirstSteps.tsx"
import { pressShortcut } from "../../parts/keys/Shortcuts.ts"
import { pathOf } from "../../session/Route.ts"
import type { Measure, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { firstStepTexts as texts } from "./BoardTexts.ts"

const hasCheckIn = ({ value, start, confidence, note }: Measure): boolean =>
  value !== start || confidence !== null || note !== ""

/** What to do next on the board of a new team: until its first check-in or its second objective. */
export const FirstStep = ({ team }: { readonly team: Team }) => {
  const { session } = useWorkspace()
  const [first, ...others] = team.objectives.ids.value
  const objective = first === undefined ? undefined : team.objectives.byId.get(first)?.value
  if (!session.canEdit.value || others.length > 0 || objective?.progress.some(hasCheckIn) === true) return null
  return (
    <section class="first-step" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <FirstSteps done={objective === undefined ? 1 : 2} />
      {objective === undefined ? (
        <>
          <p>{texts.hint}</p>
          <p class="actions">
            <button type="button" class="primary" onClick={() => pressShortcut("n")}>
              {texts.objective}
            </button>
            <button type="button" class="button" onClick={() => pressShortcut("p")}>
              {texts.principle}
            </button>
          </p>
        </>
      ) : (
        <p>
          <a class="button primary" href={pathOf.objective(team.id, objective.id)}>
            {texts.open}
          </a>
        </p>
      )}
    </section>
  )
}
