import * as texts from "../../texts/SharedTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import { Icon } from "../status/Icon.tsx"

/** Messages that are shown for a few seconds; screen readers announce them. */
export const Toasts = () => {
  const { toasts } = useWorkspace()
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.list.value.map(({ id, text, tone, action }) => (
        <div key={id} class={`toast ${tone}`}>
          <span>{text}</span>
          {action !== undefined && (
            <button
              type="button"
              class="small"
              onClick={() => {
                toasts.dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="icon-button" aria-label={texts.common.close} onClick={() => toasts.dismiss(id)}>
            <Icon name="cross" />
          </button>
        </div>
      ))}
    </div>
  )
}
