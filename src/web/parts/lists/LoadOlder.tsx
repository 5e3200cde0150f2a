import { failureText } from "../../texts/FailureTexts.ts"
import * as texts from "../../texts/SharedTexts.ts"
import type { PagedList } from "./PagedList.ts"

interface Props {
  readonly list: PagedList<unknown>
  /** The text when a page could not be loaded. */
  readonly unreachable: string
  readonly isEmpty: boolean
}

/** The end of a list that is loaded page by page: a button for the next page, or a note that everything is shown. */
export const LoadOlder = ({ list, unreachable, isEmpty }: Props) => {
  const failure = list.failure.value
  return (
    <>
      {failure && (
        <p class="trouble" role="alert">
          {unreachable} {failureText(failure)}
        </p>
      )}
      {/* With the first entries it is another one, which nobody sees jump below them. */}
      <p key={String(isEmpty)} class="more">
        {list.isLoading.value ? (
          <span class="quiet">{texts.common.loading}</span>
        ) : list.entries.value === undefined || list.nextFrom.value !== undefined ? (
          <button type="button" class="small" onClick={list.loadOlder}>
            {failure ? texts.common.retry : texts.history.older}
          </button>
        ) : (
          !isEmpty && <span class="quiet">{texts.history.allShown}</span>
        )}
      </p>
    </>
  )
}
