import * as texts from "../texts/FirstSteps.ts"
import { Icon } from "./status/Icon.tsx"

/** The way from nothing to a first check-in; the first `done` steps are behind. */
export const FirstSteps = ({ done }: { readonly done: number }) => (
  <ol class="first-steps">
    {texts.steps.map((step, index) => (
      <li key={step} class={index < done ? "done" : ""} aria-current={index === done ? "step" : undefined}>
        <span aria-hidden="true">{index < done ? <Icon name="check" /> : index + 1}</span> {step}
        {index < done && <span class="hidden"> ({texts.done})</span>}
      </li>
    ))}
  </ol>
)
