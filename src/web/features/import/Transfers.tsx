import { useEffect } from "preact/hooks"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { DownloadStatus } from "./DownloadStatus.tsx"
import { makeDownloads } from "./Downloads.ts"
import { ImportStatus } from "./ImportStatus.tsx"

/** The progress of imports and downloads. */
export const Transfers = () => {
  const { panels } = useWorkspace()
  const downloads = useFeatureState(makeDownloads)
  const transfer = panels.transfer.value
  useEffect(() => {
    if (transfer === undefined) return
    panels.transfer.value = undefined
    void downloads.start(transfer.form, transfer.teamId)
  }, [transfer])
  return (
    <>
      <ImportStatus />
      <DownloadStatus downloads={downloads} />
    </>
  )
}
