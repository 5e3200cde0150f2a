import { type ComponentType, createElement, type FunctionComponent } from "preact"
import { useEffect, useState } from "preact/hooks"
import { texts } from "../texts/Texts.ts"

/**
 * A component whose code is fetched when it is first shown; `load` fetches its module. Where that fails, it
 * can be tried again.
 */
export const lazy = <P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> => {
  let component: ComponentType<P> | undefined
  return (props) => {
    const [turn, setTurn] = useState({ failed: false })
    useEffect(() => {
      if (component !== undefined || turn.failed) return
      void load().then(
        (loaded) => {
          component = loaded
          setTurn({ failed: false })
        },
        () => setTurn({ failed: true })
      )
    }, [turn])
    if (component !== undefined) return createElement(component, props)
    if (!turn.failed) return <p class="starting quiet">{texts.common.loading}</p>
    return (
      <div class="notice refused" role="alert">
        <p>{texts.common.unreachableShort}</p>
        <p class="actions">
          <button type="button" class="small" onClick={() => setTurn({ failed: false })}>
            {texts.common.retry}
          </button>
        </p>
      </div>
    )
  }
}
