import { pressShortcut } from "../../parts/Shortcuts.ts"

const texts = {
  title: "The first step",
  hint: "Write down what guides this team’s decisions, then what it wants to achieve. Everything can be changed, moved and taken back later.",
  principle: "Add the first principle",
  objective: "Add the first objective"
}

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
