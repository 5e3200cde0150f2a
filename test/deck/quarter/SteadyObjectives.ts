import type { Row } from "./Row.ts"

/** Open objectives that need no attention. */
export const steadyObjectives: ReadonlyArray<Row> = [
  {
    title: "Cut the time from signature to first shipment to five days",
    description:
      "New customers wait sixteen days today, mostly for their carrier contracts to be entered by hand.\nFive days is what they are promised when they sign.",
    principles: [0, 2],
    createdAt: "2026-08-24",
    dueDate: "2026-12-18",
    statuses: [["2026-08-24", "on_track"]],
    measures: [
      {
        name: "Median days from signature to first shipment",
        unit: "days",
        start: 16,
        target: 5,
        checkIns: [
          ["2026-08-31", 16, 7, "Baseline. Nothing shipped yet."],
          ["2026-09-14", 13, 7, "Contract templates for the three largest carriers are live."],
          ["2026-10-05", 10.5, 8, "Import of tariffs works without us for 6 of 10 customers."],
          ["2026-10-26", 8, 8, "Rates are read from the PDF; two carriers still send faxes (!)."],
          ["2026-11-09", 7, 8, "On course. December is usually slow, so the median may jump once."]
        ]
      },
      {
        name: "Customers who get there without a call",
        unit: "%",
        start: 20,
        target: 70,
        checkIns: [
          ["2026-09-14", 31, 6, ""],
          ["2026-10-26", 52, 7, "Checklist helps more than the videos did."],
          ["2026-11-09", 55, 7, ""]
        ]
      }
    ],
    initiatives: [
      ["Contract templates for the ten most used carriers", "done"],
      ["Read tariffs from PDF and spreadsheet", "active"],
      ["Checklist on the first page", "done"],
      ["Self-service test label", "planned"]
    ]
  },
  {
    title: "Support answers within four working hours",
    description: "",
    principles: [0, 5],
    createdAt: "2026-08-24",
    dueDate: "2026-11-30",
    statuses: [
      ["2026-08-24", "on_track"],
      ["2026-09-28", "at_risk"],
      ["2026-10-26", "on_track"]
    ],
    measures: [
      {
        name: "Tickets answered within four hours",
        unit: "%",
        start: 48,
        target: 90,
        checkIns: [
          ["2026-09-07", 55, 7, "New rota."],
          ["2026-09-28", 51, 4, "Two people ill, backlog of 140 tickets."],
          ["2026-10-19", 72, 6, "Backlog gone."],
          ["2026-11-09", 84, 8, "Best week ever: 91 %. Routing by topic goes live on Thursday."]
        ]
      }
    ],
    initiatives: [
      ["Rota with an evening shift", "done"],
      ["Routing by topic", "active"]
    ]
  },
  {
    title: "Every release is in customers' hands within a week",
    description: "",
    principles: [4],
    createdAt: "2026-08-24",
    dueDate: "2026-12-31",
    statuses: [["2026-08-24", "on_track"]],
    measures: [
      {
        name: "Days from merge to production",
        unit: "days",
        start: 21,
        target: 7,
        checkIns: [
          ["2026-09-07", 18, 7, ""],
          ["2026-09-28", 14, 7, "Release train every Tuesday."],
          ["2026-10-19", 9, 8, ""],
          ["2026-11-09", 8, 9, "Only the mobile app takes longer, because of the stores."]
        ]
      }
    ],
    initiatives: [
      ["Release train", "done"],
      ["Feature switches", "done"],
      ["Automatic rollback", "active"]
    ]
  },
  {
    title: "Invoices are right the first time",
    description: "Nine of a hundred invoices are disputed. Most disputes are about weight surcharges.",
    principles: [1, 2],
    createdAt: "2026-08-24",
    dueDate: "2027-02-28",
    statuses: [["2026-08-24", "on_track"]],
    measures: [
      {
        name: "Disputed invoices",
        unit: "%",
        start: 9,
        target: 2,
        checkIns: [
          ["2026-09-21", 8.2, 6, ""],
          ["2026-10-19", 6.1, 7, "Weights now come from the carrier's scale."],
          ["2026-11-09", 5.4, 7, ""]
        ]
      }
    ],
    initiatives: [
      ["Weights from the carrier's scale", "done"],
      ["Preview of surcharges", "active"]
    ]
  },
  {
    title: "Customers see their emissions per parcel",
    description: "",
    principles: [0],
    createdAt: "2026-09-21",
    dueDate: "2027-03-31",
    statuses: [["2026-09-21", "on_track"]],
    measures: [
      {
        name: "Parcels with a figure",
        unit: "%",
        start: 0,
        target: 95,
        checkIns: [
          ["2026-10-12", 22, 8, "Road only."],
          ["2026-11-09", 41, 8, "Rail added. Air waits for the carriers' data."]
        ]
      }
    ],
    initiatives: [
      ["Factors for road and rail", "done"],
      ["Data from the air carriers", "active"]
    ]
  },
  {
    title: "Net revenue retention of 112 %",
    description: "",
    principles: [1],
    createdAt: "2026-08-24",
    dueDate: "2026-12-31",
    statuses: [["2026-08-24", "on_track"]],
    measures: [
      {
        name: "Net revenue retention",
        unit: "%",
        start: 104,
        target: 112,
        checkIns: [
          ["2026-09-07", 105, 6, ""],
          ["2026-10-05", 107.5, 7, "Two upgrades in retail."],
          ["2026-11-02", 109, 7, ""]
        ]
      }
    ],
    initiatives: [["Quarterly review with the 40 largest customers", "active"]]
  },
  {
    title: "Ship the returns portal for all customers",
    description: "Pilot with six retailers since June.",
    principles: [0, 4],
    createdAt: "2026-08-24",
    dueDate: "2026-12-31",
    statuses: [["2026-08-24", "on_track"]],
    measures: [
      {
        name: "Retailers live",
        unit: "retailers",
        start: 6,
        target: 60,
        checkIns: [
          ["2026-09-07", 9, 8, ""],
          ["2026-09-28", 21, 8, ""],
          ["2026-10-19", 34, 8, "The onboarding mail alone brought eleven."],
          ["2026-11-09", 46, 9, ""]
        ]
      }
    ],
    initiatives: [
      ["Branding by the retailer", "done"],
      ["Refund rules", "active"],
      ["Drop-off map", "planned"]
    ]
  },
  {
    title: "Hire and keep: 12 engineers in Porto",
    description: "",
    principles: [],
    createdAt: "2026-08-24",
    dueDate: "2027-03-31",
    statuses: [["2026-08-24", "on_track"]],
    measures: [
      {
        name: "Engineers who have started",
        unit: "people",
        start: 0,
        target: 12,
        checkIns: [
          ["2026-09-28", 2, 7, ""],
          ["2026-11-02", 5, 7, "Three more signed for January."]
        ]
      }
    ],
    initiatives: [
      ["Office lease", "done"],
      ["University partnership", "active"]
    ]
  },
  {
    title: "Every screen works with the keyboard and a screen reader",
    description: "",
    principles: [5],
    createdAt: "2026-08-24",
    dueDate: "2027-06-28",
    statuses: [["2026-08-24", "on_track"]],
    measures: [
      {
        name: "Screens that pass",
        unit: "screens",
        start: 14,
        target: 61,
        checkIns: [
          ["2026-09-21", 22, 8, ""],
          ["2026-11-02", 29, 8, "Maps remain hard."]
        ]
      }
    ],
    initiatives: [
      ["Audit by users of screen readers", "done"],
      ["Components with focus states", "active"]
    ]
  },
  {
    title: "Forecast of next week's volume within 5 %",
    description: "",
    principles: [1],
    createdAt: "2026-10-05",
    dueDate: "2027-04-30",
    statuses: [["2026-10-05", "on_track"]],
    measures: [],
    initiatives: [
      ["Collect three years of volumes", "active"],
      ["Compare with carriers' forecasts", "planned"]
    ]
  }
]
