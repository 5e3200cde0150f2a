import type { ComponentChildren } from "preact"
import type { Failure } from "../contract/Result.ts"
import { failureText } from "../texts/FailureTexts.ts"
import * as texts from "../texts/SharedTexts.ts"

interface Props {
  /** Undefined while it is being loaded. */
  readonly failure: Failure | undefined
  readonly retry: () => void
  /** Names what could not be loaded. */
  readonly children?: ComponentChildren
}

/** Shown in place of data that is being loaded or could not be loaded. */
export const NotLoaded = ({ failure, retry, children }: Props) =>
  failure === undefined ? (
    <p class="starting quiet">{texts.common.loading}</p>
  ) : (
    <section class="empty">
      {children}
      <p role="alert">{failureText(failure)}</p>
      <button type="button" class="button" onClick={retry}>
        {texts.common.retry}
      </button>
    </section>
  )
