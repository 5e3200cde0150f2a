import type { ComponentChildren } from "preact"
import type { Failure } from "../contract/Result.ts"
import { texts } from "../texts/Texts.ts"
import { troubleOf } from "../texts/Trouble.ts"

interface Props {
  readonly failure: Failure
  readonly retry: () => void
  /** What it is that is not there. */
  readonly children?: ComponentChildren
}

/** In the place of what could not be loaded. */
export const NotLoaded = ({ failure, retry, children }: Props) => (
  <section class="empty">
    {children}
    <p role="alert">{troubleOf(failure)}</p>
    <button type="button" class="button" onClick={retry}>
      {texts.common.retry}
    </button>
  </section>
)
