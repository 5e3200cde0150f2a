import { useEffect } from "preact/hooks"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { DownloadStatus } from "./DownloadStatus.tsx"
import { makeDownloads } from "./Downloads.ts"
import { ImportDialog } from "./ImportDialog.tsx"
import { makeImportForm } from "./ImportForm.ts"
import { ImportStatus } from "./ImportStatus.tsx"

/** The dialog of an import, and the progress of imports and downloads. */
export const Transfers = () => {
  const { panels } = useWorkspace()
  const form = useFeatureState(makeImportForm)
  const downloads = useFeatureState(makeDownloads)
  const transfer = panels.transfer.value
  useEffect(() => {
    if (transfer?.kind === "import" && transfer.text !== "") form.replace(transfer.text)
    if (transfer?.kind !== "download") return
    panels.transfer.value = undefined
    void downloads.start(transfer.form, transfer.teamId)
  }, [transfer])
  return (
    <>
      <ImportStatus />
      <DownloadStatus downloads={downloads} />
      {transfer?.kind === "import" && (
        <ImportDialog transfer={transfer} onClose={() => (panels.transfer.value = undefined)} />
      )}
    </>
  )
}
