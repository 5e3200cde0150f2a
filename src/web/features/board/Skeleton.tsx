import * as texts from "./Texts.ts"

const rows = Array.from({ length: 12 }, (_, index) => index)

/** Placeholder rows while the board is loading. */
export const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="hidden">{texts.common.loading}</span>
    {rows.map((row) => (
      <span key={row} class="skeleton-row" />
    ))}
  </div>
)
