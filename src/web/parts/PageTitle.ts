import { useEffect } from "preact/hooks"
import { texts } from "../texts/Texts.ts"

/** What the browser calls the page while the component is there. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title === "" ? texts.common.product : `${title} · ${texts.common.product}`
  }, [title])
}
