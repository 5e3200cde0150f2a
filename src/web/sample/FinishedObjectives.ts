import type { SampleObjective } from "./SampleTeam.ts"

export const achieved: SampleObjective = {
  title: "Everybody works with the same onboarding figures",
  description: "Sales, support and we had three answers to how many accounts are active. There is one now.",
  status: "achieved",
  dueInDays: -18,
  principles: [3],
  groups: [
    {
      name: "Definitions",
      initiatives: [
        ["Write down what an active account is, and have all three teams sign it", "done"],
        ["Replace the three spreadsheets by one page", "done"]
      ]
    }
  ],
  ungrouped: [["Alert when a figure moves by more than a tenth overnight", "done"]],
  measures: [
    {
      name: "Reports that use the shared definitions",
      unit: "of 12",
      start: 0,
      target: 12,
      checkIns: [
        [4, 7, "All of ours."],
        [9, 8, "Support is done."],
        [12, 10, "The last of the sales reports moved on Friday."]
      ]
    }
  ]
}

export const missed: SampleObjective = {
  title: "Setup speaks six languages",
  description: "English and German are complete. French, Spanish, Italian and Polish were planned for the spring.",
  status: "missed",
  dueInDays: -40,
  principles: [0, 2],
  groups: [
    {
      name: "Translation",
      initiatives: [
        ["Take all texts of the setup out of the code", "done"],
        ["French and Spanish, checked by customers", "done"],
        ["Italian and Polish", "dropped"]
      ]
    }
  ],
  ungrouped: [],
  measures: [
    {
      name: "Languages complete",
      unit: "languages",
      start: 2,
      target: 6,
      checkIns: [
        [3, 6, "French is out."],
        [4, 4, "Spanish too, three weeks late: nobody owned the glossary."],
        [4, 1, "We stop here, and take the rest up again when there are customers who ask for it."]
      ]
    }
  ]
}
