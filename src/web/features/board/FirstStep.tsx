import { pressShortcut } from "../../parts/Shortcuts.ts"
import { firstStepTexts as texts } from "./BoardTexts.ts"

/** What to begin with on the board of a team that has nothing yet. */
export const FirstStep = () => (
  <section class="first-step" aria-label={texts.title}>
    <h2>{texts.title}</h2>
    <p>{texts.hint}</p>
    <p class="actions">
      <button type="button" class="primary" onClick={() => pressShortcut("p")}>
        {texts.principle}
      </button>
      <button type="button" class="button" onClick={() => pressShortcut("n")}>
        {texts.objective}
      </button>
    </p>
  </section>
)
