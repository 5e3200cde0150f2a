import type { Downloads } from "./Downloads.ts"
import * as texts from "./ImportTexts.ts"

/** How far a download is; one of a single team is over at once. */
export const DownloadStatus = ({ downloads }: { readonly downloads: Downloads }) => {
  const progress = downloads.progress.value
  if (progress === undefined || progress.total === 1) return null
  const { done, total } = progress
  return (
    <section class="import-status" aria-label={texts.downloading}>
      <p role="status">{texts.downloaded(done, total)}</p>
      <p class="actions">
        <button type="button" class="small" onClick={downloads.cancel}>
          {texts.common.cancel}
        </button>
      </p>
      <progress aria-label={texts.downloading} value={done} max={total} />
    </section>
  )
}
