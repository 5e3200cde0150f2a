import { useEffect } from "preact/hooks"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { DetailsOffer } from "./DetailsOffer.tsx"
import { DownloadStatus } from "./DownloadStatus.tsx"
import { makeDownloads } from "./Downloads.ts"
import { teamToConvert } from "./ImportPanels.tsx"
import { ImportStatus } from "./ImportStatus.tsx"

/** The progress of imports and downloads. */
export const Transfers = () => {
  const workspace = useWorkspace()
  const { panels } = workspace
  const downloads = useFeatureState(makeDownloads)
  const transfer = panels.transfer.value
  const team = teamToConvert(workspace)
  useEffect(() => {
    if (transfer === undefined) return
    panels.transfer.value = undefined
    void downloads.start(transfer.form, transfer.teamId)
  }, [transfer])
  return (
    <>
      {team && <DetailsOffer key={team.id} team={team} />}
      <ImportStatus />
      <DownloadStatus downloads={downloads} />
    </>
  )
}
