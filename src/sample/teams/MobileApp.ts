import type { TeamPlan } from "../TeamPlan.ts"

export const mobileApp: TeamPlan = {
  key: "mobile",
  name: "Mobile app",
  color: "#c2571a",
  principles: [
    {
      title: "It works on the train",
      description: "Every screen does something useful without a connection, and says what will happen later."
    },
    {
      title: "One thumb, ten seconds",
      description: "The daily task takes one hand and less time than the lift."
    },
    {
      title: "Stable first, clever later",
      description: "People trust an app that never loses what they typed. Nothing else we build matters as much."
    }
  ],
  objectives: [
    {
      week: 0,
      title: "The app opens in under two seconds",
      description: "On a three-year-old phone it takes more than four. People open it fifteen times a day.",
      owner: "Priya Nair",
      ...{ startDate: -81, dueDate: 31 },
      parent: "@company objective 2",
      principles: [1],
      groups: ["Start-up", "Start page"],
      initiatives: [
        {
          title: "Measure starts on real phones, not in the lab",
          group: 0,
          statuses: [
            [0, "active"],
            [1, "done"]
          ]
        },
        {
          title: "Load the other tabs after the first one is drawn",
          group: 0,
          statuses: [
            [2, "active"],
            [5, "done"]
          ]
        },
        {
          title: "Show yesterday’s list until today’s arrives",
          group: 1,
          statuses: [
            [4, "active"],
            [8, "done"]
          ]
        },
        { title: "Smaller pictures for small screens", owner: "Priya Nair", group: 1, statuses: [[9, "active"]] }
      ],
      measures: [
        {
          name: "Cold start, 90th percentile",
          unit: "s",
          start: 4.2,
          target: 2,
          checkIns: [
            [1, 4.2, 5, "First numbers from real phones. The lab said 2.9."],
            [2, 4.1, 5, ""],
            [3, 3.8, 6, ""],
            [4, 3.6, 6, "The map tab alone took 200 ms."],
            [5, 3.1, 7, "Tabs load later now. You can feel it."],
            [6, 3.0, 7, ""],
            [7, 3.0, 6, "No release this week."],
            [8, 2.6, 8, "Yesterday’s list is there at once."],
            [9, 2.5, 8, ""],
            [10, 2.5, 7, ""],
            [11, 2.3, 8, "Pictures are next. Two seconds is in reach."]
          ]
        }
      ],
      statuses: [[1, "on_track", "We measure on real phones now and know where the time goes."]]
    },
    {
      week: 0,
      title: "Crew leads file their daily report on the phone",
      description: "Four out of five still fill it in at a desk, in the evening, from memory.",
      owner: "Lars Holm",
      ...{ startDate: -81, dueDate: 20 },
      parent: "@company objective 2",
      principles: [0, 1],
      groups: ["Report"],
      initiatives: [
        {
          title: "Start the report from yesterday’s",
          group: 0,
          statuses: [
            [1, "active"],
            [4, "done"]
          ]
        },
        { title: "Dictate notes", owner: "Lars Holm", group: 0, statuses: [[5, "active"]] },
        {
          title: "Keep photos on the phone until there is Wi-Fi",
          owner: "Yuki Sato",
          group: 0,
          statuses: [[6, "active"]]
        },
        {
          title: "Spend a day on two building sites",
          group: null,
          statuses: [
            [2, "active"],
            [2, "done"]
          ]
        }
      ],
      measures: [
        {
          name: "Daily reports filed on a phone",
          unit: "%",
          start: 22,
          target: 60,
          checkIns: [
            [1, 22, 6, ""],
            [2, 23, 6, "On site, gloves were the problem, not the form."],
            [4, 29, 7, "Starting from yesterday’s report saves them most of the typing."],
            [6, 33, 7, ""],
            [8, 36, 6, ""],
            [10, 37, 6, "Flat since the holidays."],
            [11, 38, 6, "Dictation is in the hands of twenty crews. They love it; the numbers don’t show it yet."]
          ]
        },
        {
          name: "Reports finished without a connection",
          unit: "%",
          start: 5,
          target: 40,
          checkIns: [
            [3, 8, 5, ""],
            [7, 14, 5, "Works, except for photos."],
            [11, 15, 4, "Photos are most of a report. Until they wait for Wi-Fi, people give up."]
          ]
        }
      ],
      statuses: [[1, "on_track", "Every crew lead has the app, and we know what stops them from using it."]]
    },
    {
      week: 1,
      title: "Fewer than one crash in a thousand sessions",
      description: "We’re at six and a half. Two old libraries cause most of them.",
      owner: "Priya Nair",
      ...{ startDate: -74, dueDate: -3 },
      parent: "@company objective 2",
      principles: [2],
      groups: [],
      initiatives: [
        {
          title: "Replace the picture library",
          group: null,
          statuses: [
            [1, "active"],
            [4, "done"]
          ]
        },
        { title: "Replace the offline database", owner: "Yuki Sato", group: null, statuses: [[4, "active"]] },
        {
          title: "Stop a release when crashes double",
          group: null,
          week: 6,
          statuses: [
            [6, "active"],
            [7, "done"]
          ]
        }
      ],
      measures: [
        {
          name: "Crashes in 1,000 sessions",
          unit: "crashes",
          start: 6.5,
          target: 1,
          checkIns: [
            [2, 6.3, 7, ""],
            [3, 5.9, 7, ""],
            [4, 3.8, 8, "The new picture library is out: 40% fewer crashes in one release."],
            [5, 3.4, 8, ""],
            [6, 7.1, 3, "The release on Monday crashed on older phones. We pulled it after five hours."],
            [7, 4.0, 5, "Back to before, with a brake on releases this time."],
            [8, 3.2, 5, ""],
            [9, 3.0, 4, "The offline database is harder than planned: people have years of data in it."]
          ]
        }
      ],
      statuses: [
        [2, "on_track", "One of the two libraries is out in three weeks, the other starts then."],
        [6, "at_risk", "Monday’s release crashed on older phones and was pulled after five hours."],
        [
          9,
          "off_track",
          "The offline database takes two months more. It holds years of people’s data, and we won’t rush it."
        ]
      ]
    },
    {
      week: 3,
      title: "People rate the app 4.5",
      description: "We answer reviews, but nobody reads what they have in common.",
      owner: "Lars Holm",
      ...{ startDate: null, dueDate: 80 },
      principles: [2],
      groups: [],
      initiatives: [
        {
          title: "Ask for a rating after a report, never at the start",
          group: null,
          statuses: [
            [4, "active"],
            [7, "done"]
          ]
        },
        {
          title: "Read all reviews together every second Friday",
          owner: "Lars Holm",
          group: null,
          statuses: [[3, "active"]]
        }
      ],
      measures: [
        {
          name: "Average rating of the last 90 days",
          unit: "stars",
          start: 3.6,
          target: 4.5,
          checkIns: [
            [4, 3.6, 5, ""],
            [6, 3.5, 4, "The crash cost us a tenth of a star in a week."],
            [8, 3.8, 6, "Asking at the right moment helps a lot."],
            [10, 3.9, 6, ""],
            [11, 4.0, 7, "First week above four since the redesign."]
          ]
        }
      ],
      statuses: [
        [4, "on_track", "We ask for ratings at a better moment from now on."],
        [6, "at_risk", "The crash cost a tenth of a star in a week."],
        [11, "on_track", "Above four for the first time since the redesign."]
      ]
    },
    {
      week: 11,
      title: "Crews in Poland and Romania use the app in their language",
      description: "A third of new crews there. They use screenshots with translations today.",
      owner: "Lars Holm",
      ...{ startDate: 11, dueDate: 102 },
      parent: "@company objective 2",
      principles: [1],
      groups: [],
      initiatives: [{ title: "Ask three crews to correct our translation", owner: "Lars Holm", group: null }],
      measures: [{ name: "Crews there that use the app every day", unit: "%", start: 9, target: 40, checkIns: [] }],
      statuses: []
    }
  ],
  others: [
    // Entered a week late, and one with the point in the wrong place, taken back at once.
    {
      ...{ week: 10, day: 1, minute: 9 * 60 + 20 },
      ...{ eventType: "update_progress_value", target: "@mobile objective 1 measure 1" },
      data: { value: 14.5, confidence: 5, note: "From the export of that week; nobody entered it then.", date: -12 }
    },
    {
      ...{ week: 9, day: 4, minute: 11 * 60 },
      ...{ eventType: "update_progress_value", target: "@mobile objective 3 measure 0" },
      data: { value: 39, confidence: 6, note: "" }
    },
    {
      ...{ week: 9, day: 4, minute: 11 * 60 + 4 },
      ...{ eventType: "update_progress_value", target: "@mobile objective 3 measure 0" },
      data: { retract: -1 }
    },
    {
      ...{ week: 5, day: 0, minute: 10 * 60 + 40 },
      ...{ eventType: "update_description", target: "@mobile principle 1" },
      data: { description: "The daily task takes one hand and less time than the lift. We time it, on site." }
    },
    {
      ...{ week: 8, day: 0, minute: 9 * 60 + 30 },
      ...{ eventType: "update_position", target: "@mobile objective 2" },
      data: { position: 0 }
    }
  ]
}
