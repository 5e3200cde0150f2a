import { type ComponentType, createElement, type FunctionComponent } from "preact"
import { useEffect, useState } from "preact/hooks"
import { texts } from "../texts/Texts.ts"

/**
 * A component whose module is fetched by `load` when it is first rendered. When that fails, it shows a button to try
 * again.
 */
export const lazy = <P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> => {
  let component: ComponentType<P> | undefined
  return (props) => {
    const [attempt, setAttempt] = useState({ failed: false })
    useEffect(() => {
      if (component !== undefined || attempt.failed) return
      void load().then(
        (loaded) => {
          component = loaded
          setAttempt({ failed: false })
        },
        () => setAttempt({ failed: true })
      )
    }, [attempt])
    if (component !== undefined) return createElement(component, props)
    if (!attempt.failed) return <p class="starting quiet">{texts.common.loading}</p>
    return (
      <div class="notice refused" role="alert">
        <p>{texts.common.unreachableShort}</p>
        <p class="actions">
          <button type="button" class="small" onClick={() => setAttempt({ failed: false })}>
            {texts.common.retry}
          </button>
        </p>
      </div>
    )
  }
}
