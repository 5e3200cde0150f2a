import * as texts from "./BoardTexts.ts"

/** Placeholder rows while the board is loading. */
export const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="hidden">{texts.common.loading}</span>
    {Array.from({ length: 12 }, (_, row) => (
      <span key={row} class="skeleton-row" />
    ))}
  </div>
)
