import { type ComponentType, createElement, type FunctionComponent } from "preact"
import { useEffect, useState } from "preact/hooks"
import * as texts from "../texts/Texts.ts"

/**
 * A component whose module is fetched by `load` when it is first rendered. When that fails, it shows a button to try
 * again.
 */
export const lazy = <P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> => {
  let component: ComponentType<P> | undefined
  return (props) => {
    const [phase, setPhase] = useState<"loading" | "loaded" | "failed">(component === undefined ? "loading" : "loaded")
    useEffect(() => {
      if (phase !== "loading") return
      // Another place may have loaded it since this one was rendered; this one is to be rendered anew too.
      void load().then(
        (loaded) => {
          component = loaded
          setPhase("loaded")
        },
        () => setPhase("failed")
      )
    }, [phase])
    if (component !== undefined) return createElement(component, props)
    if (phase !== "failed") return <p class="starting quiet">{texts.common.loading}</p>
    return (
      <div class="notice refused" role="alert">
        <p>{texts.common.unreachableShort}</p>
        <p class="actions">
          <button type="button" class="small" onClick={() => setPhase("loading")}>
            {texts.common.retry}
          </button>
        </p>
      </div>
    )
  }
}
