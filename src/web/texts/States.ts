export { initiativeStatus, objectiveStatus } from "../../shared/words/StatusTexts.ts"

export const connection = {
  connecting: "Connecting…",
  live: "Live",
  waiting: "Offline. Reconnecting…",
  liveHint: "You see other people’s changes as they happen.",
  waitingHint: "Can’t reach the server. Your edits are saved here and will be sent when you reconnect."
}
