import type { Row } from "./Row.ts"

/** Open objectives that need attention on the last day; most notes are written in haste, like real ones. */
export const urgentObjectives: ReadonlyArray<Row> = [
  {
    title: "Win eight mid-size customers in the Nordics",
    description: "Pilot market for selling through partners only.",
    principles: [6],
    createdAt: "2026-08-24",
    dueDate: "2026-12-31",
    statuses: [
      ["2026-08-24", "on_track"],
      ["2026-10-12", "at_risk"],
      ["2026-11-02", "off_track"]
    ],
    measures: [
      {
        name: "Signed contracts",
        unit: "contracts",
        start: 0,
        target: 8,
        checkIns: [
          ["2026-09-07", 1, 7, "First one through Fjordpartner."],
          ["2026-10-12", 1, 5, "Second partner has no time before January."],
          [
            "2026-11-02",
            1,
            3,
            "Fjordpartner is insolvent. Three of the four open deals were theirs; Kari asks each customer whether they would sign with us directly. Answer expected by 20 November."
          ]
        ]
      }
    ],
    initiatives: [
      ["Partner training in Oslo", "done"],
      ["Price list in NOK and SEK", "done"],
      ["Second partner for Sweden", "active"],
      ["Trade fair stand in Gothenburg", "dropped"]
    ]
  },
  {
    title: "Move all customers off the old label service",
    description:
      "The old service runs on hardware whose maintenance ends on 31 January. Every customer still on it would stop shipping.",
    principles: [3, 4],
    createdAt: "2026-08-24",
    dueDate: "2026-11-27",
    statuses: [["2026-08-24", "on_track"]],
    measures: [
      {
        name: "Customers moved",
        unit: "customers",
        start: 0,
        target: 212,
        checkIns: [
          ["2026-09-21", 2, 8, "Two friendly customers moved by hand, to learn."],
          ["2026-10-05", 4, 8, "Migration tool nearly there."]
        ]
      }
    ],
    initiatives: [
      ["Migration tool", "active"],
      ["Letter to all customers", "planned"],
      ["Rehearsal with the ten largest", "planned"]
    ]
  },
  {
    title: "Delay warnings reach the customer before the carrier's call",
    description: "Prediction from scans and traffic; wrong warnings cost more trust than none.",
    principles: [0, 2],
    createdAt: "2026-09-07",
    dueDate: "2027-01-31",
    statuses: [
      ["2026-09-07", "on_track"],
      ["2026-11-09", "at_risk"]
    ],
    measures: [
      {
        name: "Delays announced in time",
        unit: "%",
        start: 12,
        target: 60,
        checkIns: [
          ["2026-09-28", 14, 7, "Model v1 on historic data."],
          ["2026-10-19", 28, 7, ""],
          ["2026-11-09", 24, 5, "Carrier 3 changed its scan format; we lost a third of the signals."]
        ]
      },
      {
        name: "False alarms",
        unit: "%",
        start: 30,
        target: 5,
        checkIns: [
          ["2026-09-28", 30, 6, ""],
          ["2026-10-19", 17, 7, "Threshold raised."],
          ["2026-11-09", 19, 6, "See above, same cause."]
        ]
      }
    ],
    initiatives: [
      ["Model with traffic data", "active"],
      ["Wording tested with five customers", "done"]
    ]
  },
  {
    title: "Pass the ISO 27001 audit without a major finding",
    description: "The audit is in the week of 7 December. Two tenders depend on it.",
    principles: [3],
    createdAt: "2026-08-24",
    dueDate: "2026-12-11",
    statuses: [
      ["2026-08-24", "on_track"],
      ["2026-10-19", "at_risk"]
    ],
    measures: [
      {
        name: "Controls with evidence",
        unit: "controls",
        start: 31,
        target: 93,
        checkIns: [
          ["2026-09-14", 48, 8, ""],
          ["2026-10-19", 57, 4, "Access reviews were never written down; Priya reconstructs a year of them."],
          [
            "2026-11-09",
            71,
            5,
            "Consultant for two weeks would bring us there. Needs a yes from the board by 18 November."
          ]
        ]
      }
    ],
    initiatives: [
      ["Access reviews, written down", "active"],
      ["Supplier register", "done"],
      ["Dry run with an outside auditor", "planned"]
    ]
  },
  {
    title: "The data platform costs less than 3 cents per parcel",
    description: "",
    principles: [1, 2],
    createdAt: "2026-08-24",
    dueDate: "2026-12-15",
    statuses: [
      ["2026-08-24", "on_track"],
      ["2026-10-05", "at_risk"]
    ],
    measures: [
      {
        name: "Cents per parcel",
        unit: "cents",
        start: 4.8,
        target: 3,
        checkIns: [
          ["2026-09-14", 4.6, 7, ""],
          ["2026-10-05", 5.2, 5, "Back-filling the scans tripled the reads. Stops in two weeks."],
          ["2026-10-12", 5.1, 5, ""]
        ]
      }
    ],
    initiatives: [
      ["Cold storage for scans older than 90 days", "planned"],
      ["Reserved capacity", "active"]
    ]
  },
  {
    title: "Warehouse app works offline",
    description: "",
    principles: [4],
    createdAt: "2026-09-14",
    dueDate: "2026-12-04",
    statuses: [["2026-09-14", "on_track"]],
    measures: [
      {
        name: "Scans lost per 10,000",
        unit: "scans",
        start: 140,
        target: 10,
        checkIns: [
          ["2026-09-28", 120, 7, ""],
          ["2026-10-26", 180, 6, "The new queue drops scans when the phone sleeps. Fix is in review."]
        ]
      }
    ],
    initiatives: [["Local queue on the phone", "active"]]
  },
  {
    title: "Tariff updates need no engineer",
    description: "",
    principles: [2],
    createdAt: "2026-09-28",
    dueDate: "2026-11-06",
    statuses: [
      ["2026-09-28", "on_track"],
      ["2026-11-09", "off_track"]
    ],
    measures: [
      {
        name: "Updates done by operations",
        unit: "%",
        start: 0,
        target: 100,
        checkIns: [
          ["2026-10-12", 25, 7, ""],
          [
            "2026-11-09",
            40,
            4,
            "Surcharges have exceptions nobody had written down. We propose 18 December as new date."
          ]
        ]
      }
    ],
    initiatives: [
      ["Editor for surcharges", "active"],
      ["Four-eyes approval", "planned"]
    ]
  }
]
