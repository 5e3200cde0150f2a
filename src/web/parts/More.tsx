import { texts } from "../texts/Texts.ts"

interface Props {
  readonly isLoading: boolean
  readonly hasTrouble: boolean
  /** Older entries follow. */
  readonly hasMore: boolean
  readonly isEmpty: boolean
  readonly older: () => void
}

/** The end of a list that is loaded page by page: the way to what is older, or that there is nothing more. */
export const More = ({ isLoading, hasTrouble, hasMore, isEmpty, older }: Props) => (
  <p class="more">
    {isLoading ? (
      <span class="quiet">{texts.common.loading}</span>
    ) : hasMore ? (
      <button type="button" class="small" onClick={older}>
        {hasTrouble ? texts.common.retry : texts.history.older}
      </button>
    ) : (
      !isEmpty && <span class="quiet">{texts.history.allShown}</span>
    )}
  </p>
)
