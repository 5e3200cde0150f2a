import type { HistorySubject } from "../../workspace/Panels.ts"

export const idOf = (subject: HistorySubject): string => (subject.kind === "team" ? subject.teamId : subject.entityId)
