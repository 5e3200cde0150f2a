export const common = {
  product: "Strategy",
  save: "Save",
  cancel: "Cancel",
  close: "Close",
  discard: "Discard",
  retry: "Try again",
  undo: "Undo",
  history: "History",
  delete: "Delete",
  edit: (label: string) => `Edit ${label.toLowerCase()}`,
  status: "Status",
  statusOf: (of: string, status: string) => `Status of ${of}: ${status}`,
  onPace: (percent: number) => `; on pace today: ${percent}%`,
  noDate: "No date",
  loading: "Loading…",
  unreachable: "The server does not answer. What you typed is kept, and sent when it is back.",
  unreachableShort: "The server does not answer. Please try again in a moment.",
  unsaved: "Not saved yet.",
  tooLong: (excess: number) => `Too long by ${excess} ${excess === 1 ? "character" : "characters"}.`,
  signedOut: "Your session is over.",
  refused: (reason: string) => (reason === "" ? "The server refused this." : reason),
  skip: "Skip to the content",
  notFound: "There is nothing here.",
  notFoundHint: "The address may be old, or what was here is deleted.",
  toTeams: "All teams",
  place: "Place",
  copyLink: "Copy link",
  linkCopied: "Link copied.",
  linkNotCopied: (address: string) => `Nothing could be copied. The address is ${address}`,
  oneEach: "One for each line…"
}

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

export const connectionTexts = {
  connecting: "Connecting…",
  live: "Live",
  waiting: "Offline: trying again",
  liveHint: "Changes by others appear as they happen.",
  waitingHint: "The server does not answer. Your edits are kept and sent when it is back."
}
