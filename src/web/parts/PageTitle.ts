import { useEffect } from "preact/hooks"
import * as texts from "../texts/SharedTexts.ts"

/** Sets the document's title while the component is mounted. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title === "" ? texts.common.product : `${title} · ${texts.common.product}`
  }, [title])
}
