/** What people read for a status. */

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
