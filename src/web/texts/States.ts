export const objectiveStatus = {
  draft: "Draft",
  on_track: "On track",
  at_risk: "At risk",
  off_track: "Off track",
  achieved: "Achieved",
  missed: "Missed"
}

export const initiativeStatus = {
  planned: "Planned",
  active: "Active",
  done: "Done",
  dropped: "Dropped"
}

export const connection = {
  connecting: "Connecting…",
  live: "Live",
  waiting: "Offline: trying again",
  liveHint: "Changes by others appear as they happen.",
  waitingHint: "The server does not answer. Your edits are kept and sent when it is back."
}
