import { isOpen } from "../../../shared/Pace.ts"
import { pathOf } from "../../session/Route.ts"
import type { Objective } from "../Team.ts"
import type { Workspace } from "../Workspace.ts"

/** Where editors check in on an open objective with measures; undefined for anything else. Reads a signal. */
export const checkInAddress = (
  { session }: Workspace,
  teamId: string,
  { id, status }: Pick<Objective, "id" | "status">,
  measures: number
): string | undefined =>
  session.canEdit.value && measures > 0 && isOpen(status) ? pathOf.checkInOn(teamId, id) : undefined
