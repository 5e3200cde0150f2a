import type { TeamPlan } from "../TeamPlan.ts"

/** What the other teams' objectives support. */
export const company: TeamPlan = {
  key: "company",
  name: "Company",
  color: "#4a5568",
  principles: [
    {
      title: "Fewer things, finished",
      description: "Three objectives a quarter. Whoever wants a fourth names the one that stops."
    },
    {
      title: "We say it early",
      description: "A status that turns red in the last week is a surprise. One that turns amber in the fifth is work."
    }
  ],
  objectives: [
    {
      week: 0,
      title: "New customers stay",
      description:
        "One new customer in five leaves within a year.\nNearly all of those never saw a report on their own data.",
      owner: "Ines Duarte",
      ...{ startDate: -81, dueDate: 10 },
      ...{ principles: [0], groups: [] },
      initiatives: [
        { title: "Talk to ten customers who left", owner: "Ines Duarte", group: null, statuses: [[3, "done"]] }
      ],
      measures: [
        {
          ...{ name: "New customers still here after a year", unit: "%", start: 79, target: 86 },
          checkIns: [
            [2, 79.5, 6, ""],
            [6, 81, 7, "The first accounts that began with the checklist have renewed."],
            [11, 82.5, 5, "Customers with several sheets still leave as they did before."]
          ]
        }
      ],
      statuses: [
        [1, "on_track", "Onboarding has the plan and the people. We’ll know more after the first renewals."],
        [11, "at_risk", "Renewals rise, but imports won’t be fixed this quarter and we counted on them."]
      ]
    },
    {
      week: 0,
      title: "We keep the revenue we’ve already earned",
      description: "Failed and wrong payments cost us a salary every two weeks.",
      owner: "Hugo Lindqvist",
      ...{ startDate: -81, dueDate: 10 },
      ...{ principles: [0, 1], groups: [], initiatives: [] },
      measures: [
        {
          ...{ name: "Revenue lost to failed and wrong payments", unit: "k€ a month", start: 120, target: 60 },
          checkIns: [
            [2, 118, 6, ""],
            [6, 98, 7, "Retries at the right hour do most of it."],
            [11, 72, 8, "Two good months in a row."]
          ]
        }
      ],
      statuses: [
        [1, "on_track", "Payments starts with retries, which need nobody else."],
        [7, "at_risk", "Seven customers paid twice in one night. Until we know why, this isn’t safe."],
        [11, "on_track", "Duplicates are down to two a month, and the cause is known."]
      ]
    },
    {
      week: 0,
      title: "Building sites run on the phone",
      description: "Crews that report from the site renew. Crews that report from a desk don’t.",
      owner: "Ines Duarte",
      ...{ startDate: -81, dueDate: 10 },
      ...{ principles: [0], groups: [], initiatives: [] },
      measures: [
        {
          ...{ name: "Crews that use the app every day", unit: "%", start: 31, target: 50 },
          checkIns: [
            [2, 32, 6, ""],
            [6, 36, 6, "The faster start shows first in large crews."],
            [11, 38, 4, "We gained two points in a month and need twelve."]
          ]
        }
      ],
      statuses: [
        [1, "on_track", "Speed, stability and the daily report all began on time."],
        [6, "at_risk", "The crash cost us a week, and some crews went back to paper."],
        [11, "off_track", "Twelve points are missing with two weeks left. We’ll carry it into the next quarter."]
      ]
    },
    {
      week: 11,
      title: "Partners bring one new customer in ten",
      description: "Four partners have asked. Nobody here has had time for them so far.",
      owner: "Hugo Lindqvist",
      ...{ startDate: 11, dueDate: 102 },
      ...{ principles: [0], groups: [] },
      initiatives: [{ title: "Agree on terms with the first two partners", owner: "Hugo Lindqvist", group: null }],
      measures: [{ name: "New customers from partners", unit: "%", start: 3, target: 10, checkIns: [] }],
      statuses: []
    }
  ],
  others: []
}
