import * as texts from "../../texts/SharedTexts.ts"

/** SVG paths: each status has its own shape, so that it is recognized without colour. */
const shapes: Record<string, string> = {
  draft: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z",
  on_track: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z",
  at_risk: "M8 2 15 14H1z",
  off_track: "M8 1 15 8l-7 7-7-7z",
  achieved: "M8 1.5l1.9 4.3 4.6.5-3.4 3.1.9 4.6L8 11.7 4 14l.9-4.6L1.5 6.3l4.6-.5z",
  missed: "M3 3l10 10M13 3 3 13",
  planned: "M8 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z",
  active: "M8 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM8 13A5 5 0 0 0 8 3z",
  done: "M3 8.5 6.5 12 13 4.5",
  dropped: "M3 8h10"
}

export type StatusName = keyof typeof texts.objectiveStatus | keyof typeof texts.initiativeStatus

const statusTexts = { ...texts.objectiveStatus, ...texts.initiativeStatus }

export const statusText = (status: StatusName): string => statusTexts[status]

export const StatusShape = ({ status }: { readonly status: StatusName }) => (
  <svg class={`shape ${status}`} width="0.875rem" height="0.875rem" viewBox="0 0 16 16" aria-hidden="true">
    <path d={shapes[status]} />
  </svg>
)

/** A status as shape and text. */
export const Status = ({ status }: { readonly status: StatusName }) => (
  <span class={`status ${status}`}>
    <StatusShape status={status} />
    <span>{statusText(status)}</span>
  </span>
)
