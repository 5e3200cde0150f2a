export const steps = ["Name a team", "Write an objective", "Add a measure and check in"]
export const done = "done"
