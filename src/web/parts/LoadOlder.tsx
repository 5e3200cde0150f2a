import * as texts from "../texts/Texts.ts"

interface Props {
  readonly isLoading: boolean
  /** The text when the next page could not be loaded; undefined otherwise. */
  readonly failure: string | undefined
  /** Whether there are older entries. */
  readonly hasMore: boolean
  readonly isEmpty: boolean
  readonly loadOlder: () => void
}

/** The end of a list that is loaded page by page: a button for the next page, or a note that everything is shown. */
export const LoadOlder = ({ isLoading, failure, hasMore, isEmpty, loadOlder }: Props) => (
  <>
    {failure !== undefined && (
      <p class="trouble" role="alert">
        {failure}
      </p>
    )}
    <p class="more">
      {isLoading ? (
        <span class="quiet">{texts.common.loading}</span>
      ) : hasMore ? (
        <button type="button" class="small" onClick={loadOlder}>
          {failure === undefined ? texts.history.older : texts.common.retry}
        </button>
      ) : (
        !isEmpty && <span class="quiet">{texts.history.allShown}</span>
      )}
    </p>
  </>
)
