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
  waiting: "Offline. Reconnecting…",
  liveHint: "You see other people’s changes as they happen.",
  waitingHint: "Can’t reach the server. Your edits are saved here and will be sent when you reconnect."
}
