export * from "../../texts/SharedTexts.ts"

export const tree = {
  label: "Principles with their objectives and measures",
  noPrinciple: "No principle",
  noObjective: "No objective",
  empty: "Nothing planned yet",
  toBoard: "Go to the board",
  progress: (name: string) => `Progress of ${name}`,
  lastCheckIn: (ago: string) => `updated ${ago}`
}
