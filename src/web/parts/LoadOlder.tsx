import * as texts from "../texts/Texts.ts"

interface Props {
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** Whether there are older entries. */
  readonly hasMore: boolean
  readonly isEmpty: boolean
  readonly loadOlder: () => void
}

/** The end of a list that is loaded page by page: a button for the next page, or a note that everything is shown. */
export const LoadOlder = ({ isLoading, hasFailed, hasMore, isEmpty, loadOlder }: Props) => (
  <p class="more">
    {isLoading ? (
      <span class="quiet">{texts.common.loading}</span>
    ) : hasMore ? (
      <button type="button" class="small" onClick={loadOlder}>
        {hasFailed ? texts.common.retry : texts.history.older}
      </button>
    ) : (
      !isEmpty && <span class="quiet">{texts.history.allShown}</span>
    )}
  </p>
)
