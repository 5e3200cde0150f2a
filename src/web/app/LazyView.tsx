import { useSignal } from "@preact/signals"
import { type ComponentType, createElement, type FunctionComponent } from "preact"
import { useEffect } from "preact/hooks"
import { checkForNewPage, hasNewPage } from "../session/PageVersion.ts"
import * as texts from "../texts/SharedTexts.ts"

type Views = typeof import("./LazyViews.ts")

/**
 * Loads the page anew at its address, unless the server does not answer: the page as it is serves better than the
 * browser's error.
 */
const reload = async (): Promise<void> => {
  const answer = await fetch(location.href).catch(() => undefined)
  if (answer?.ok === true) location.reload()
}

/**
 * A component of the views, which are fetched as one file when the first of them is rendered. When that fails, it shows a
 * button that loads the page anew, since Chromium never fetches again a module that it could not fetch. It shows nothing
 * when the file is gone because the server has a newer page, which the page's bar then says.
 */
export const lazyView = <P extends object>(of: (views: Views) => ComponentType<P>): FunctionComponent<P> => {
  let component: ComponentType<P> | undefined
  return (props) => {
    const phase = useSignal<"loading" | "loaded" | "failed">("loading")
    useEffect(() => {
      if (component !== undefined) return
      // Another component may have loaded the views since this one was rendered; this one must be rendered anew too.
      void import("./LazyViews.ts").then(
        (views) => {
          component = of(views)
          phase.value = "loaded"
        },
        async () => {
          await checkForNewPage()
          phase.value = "failed"
        }
      )
    }, [])
    const current = phase.value
    if (component !== undefined) return createElement(component, props)
    if (current !== "failed") return <p class="starting quiet">{texts.common.loading}</p>
    if (hasNewPage.value) return null
    return (
      <div class="notice refused" role="alert">
        <p>{texts.common.unreachableShort}</p>
        <p class="actions">
          <button type="button" class="small" onClick={() => void reload()}>
            {texts.common.retry}
          </button>
        </p>
      </div>
    )
  }
}
