import type { SampleObjective } from "./SampleTeam.ts"

export const offTrack: SampleObjective = {
  title: "More trials end in a contract",
  description: "Trials are long enough, but half of them are never used after the second day.",
  status: "off_track",
  dueInDays: -4,
  principles: [0, 1],
  groups: [
    {
      name: "Start of the trial",
      initiatives: [
        ["Ask for the one question the trial should answer", "done"],
        ["Start with that question's report, filled with example data", "active"]
      ]
    },
    {
      name: "End of the trial",
      initiatives: [
        ["Summary of what was found, for whoever decides", "planned"],
        ["Discount for deciding early", "dropped"]
      ]
    }
  ],
  ungrouped: [["Interview ten teams that did not buy", "done"]],
  measures: [
    {
      name: "Trials that become customers",
      unit: "%",
      start: 18,
      target: 27,
      checkIns: [
        [19, 6, "Within the usual noise."],
        [20.5, 5, "The first question helps small teams; large ones skip it."],
        [19, 2, "Back to where we were. The interviews say that price is not the reason, trust in the import is."]
      ]
    },
    {
      name: "Trials used on the third day",
      unit: "%",
      start: 48,
      target: 70,
      checkIns: [
        [53, 6, ""],
        [54, 5, "No more to gain here before the import works on its own."]
      ]
    }
  ]
}

export const draft: SampleObjective = {
  title: "Partners bring their own clients on board",
  description: "",
  status: "draft",
  dueInDays: null,
  principles: [2],
  groups: [{ name: "To be found out", initiatives: [["Talk to four partners about how they would work", "planned"]] }],
  ungrouped: [["Roles and rights for somebody who serves many accounts", "planned"]],
  measures: [{ name: "Accounts set up by partners", unit: "accounts", start: 0, target: 25, checkIns: [] }]
}
