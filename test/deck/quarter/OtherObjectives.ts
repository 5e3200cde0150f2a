import type { Row } from "./Row.ts"

/** Objectives that are finished, and drafts. */
export const otherObjectives: ReadonlyArray<Row> = [
  {
    title: "Parcel tracking in nine languages",
    description: "Four of ten end customers do not read English.",
    principles: [0, 5],
    createdAt: "2026-08-24",
    dueDate: "2026-10-30",
    statuses: [
      ["2026-08-24", "on_track"],
      ["2026-10-26", "achieved"]
    ],
    measures: [
      {
        name: "Languages live",
        unit: "languages",
        start: 2,
        target: 9,
        checkIns: [
          ["2026-09-14", 4, 8, ""],
          ["2026-10-05", 7, 9, ""],
          ["2026-10-26", 9, 10, "Finnish and Danish went live on Monday."]
        ]
      }
    ],
    initiatives: [
      ["Translation by native speakers", "done"],
      ["Dates and weights by country", "done"]
    ]
  },
  {
    title: "One customer record instead of three",
    description: "",
    principles: [1],
    createdAt: "2026-08-24",
    dueDate: "2026-11-13",
    statuses: [
      ["2026-08-24", "on_track"],
      ["2026-11-09", "achieved"]
    ],
    measures: [
      {
        name: "Records merged",
        unit: "%",
        start: 0,
        target: 98,
        checkIns: [
          ["2026-09-21", 40, 7, ""],
          ["2026-10-19", 81, 8, "What remains are duplicates with different tax numbers."],
          ["2026-11-09", 99, 10, "Done; the last 1 % are real namesakes."]
        ]
      }
    ],
    initiatives: [
      ["Matching rules agreed with finance", "done"],
      ["Old system read-only", "done"]
    ]
  },
  {
    title: "Incident reviews within five days, published",
    description: "",
    principles: [3, 5],
    createdAt: "2026-08-24",
    dueDate: "2026-10-31",
    statuses: [
      ["2026-08-24", "at_risk"],
      ["2026-09-21", "on_track"],
      ["2026-10-12", "achieved"]
    ],
    measures: [
      {
        name: "Reviews published in time",
        unit: "%",
        start: 35,
        target: 95,
        checkIns: [
          ["2026-09-07", 50, 5, "Nobody had time."],
          ["2026-09-21", 80, 8, "A template and half an hour in the calendar: that is all it took."],
          ["2026-10-12", 100, 10, ""]
        ]
      }
    ],
    initiatives: [["Template of one page", "done"]]
  },
  {
    title: "Two reference stories from regulated customers",
    description: "Bank and pharma. Both want to read every word first.",
    principles: [6],
    createdAt: "2026-08-24",
    dueDate: "2026-10-31",
    statuses: [
      ["2026-08-24", "on_track"],
      ["2026-10-05", "at_risk"],
      ["2026-11-02", "missed"]
    ],
    measures: [
      {
        name: "Stories published",
        unit: "stories",
        start: 0,
        target: 2,
        checkIns: [
          ["2026-09-14", 0, 7, "Both interviews held."],
          ["2026-10-05", 0, 4, "Legal of the bank says no names."],
          ["2026-11-02", 1, 0, "Pharma is live. The bank will not be named this year, so we closed this as missed."]
        ]
      }
    ],
    initiatives: [
      ["Interviews", "done"],
      ["Approval by the bank", "dropped"]
    ]
  },
  {
    title: "Peak season test at three times the load",
    description: "",
    principles: [3, 4],
    createdAt: "2026-08-24",
    dueDate: "2026-10-16",
    statuses: [
      ["2026-08-24", "on_track"],
      ["2026-09-28", "off_track"],
      ["2026-10-19", "missed"]
    ],
    measures: [
      {
        name: "Labels per second held for an hour",
        unit: "labels",
        start: 180,
        target: 600,
        checkIns: [
          ["2026-09-14", 240, 7, ""],
          ["2026-09-28", 310, 4, "The label store is the bottleneck."],
          ["2026-10-19", 430, 2, "430 held. Enough for the forecast peak of 380, not for the target."]
        ]
      }
    ],
    initiatives: [
      ["Load generator with real addresses", "done"],
      ["Second label store", "active"]
    ]
  },
  {
    title: "A price for small shops",
    description: "",
    principles: [],
    createdAt: "2026-10-26",
    dueDate: null,
    statuses: [["2026-10-26", "draft"]],
    measures: [],
    initiatives: []
  },
  {
    title: "Customs papers without paper",
    description: "The United Kingdom accepts them from April; Norway is undecided.",
    principles: [2],
    createdAt: "2026-11-02",
    dueDate: "2027-06-30",
    statuses: [["2026-11-02", "draft"]],
    measures: [{ name: "Consignments with electronic papers", unit: "%", start: 0, target: 80, checkIns: [] }],
    initiatives: [["Talk to three customers with UK volume", "planned"]]
  },
  {
    title: "Evening delivery in four cities",
    description: "",
    principles: [0],
    createdAt: "2026-11-09",
    dueDate: "2027-05-31",
    statuses: [["2026-11-09", "draft"]],
    measures: [],
    initiatives: [["Ask 200 end customers", "planned"]]
  }
]

/** An objective that was given up and deleted on a day. */
export const dropped: { readonly deletedAt: string; readonly objective: Row } = {
  deletedAt: "2026-10-28",
  objective: {
    title: "Chat assistant for dispatchers",
    description: "",
    principles: [0],
    createdAt: "2026-08-24",
    dueDate: "2026-12-31",
    statuses: [["2026-08-24", "on_track"]],
    measures: [],
    initiatives: [["Prototype", "dropped"]]
  }
}
