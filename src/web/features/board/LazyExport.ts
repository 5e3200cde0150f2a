import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./Texts.ts"

/** `exportTeam` of `Export.ts`, which is fetched at the first call. */
export const exportTeam = async (
  workspace: Workspace,
  teamId: string,
  onProgress: (text: string) => void
): Promise<void> => {
  onProgress(texts.exporting.preparing)
  const loaded = await import("./Export.ts").catch(() => undefined)
  if (loaded !== undefined) return loaded.exportTeam(workspace, teamId, onProgress)
  onProgress("")
  workspace.toasts.show(texts.common.unreachableShort, { tone: "bad" })
}
