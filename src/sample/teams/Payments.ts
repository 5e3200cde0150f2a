import type { TeamPlan } from "../TeamPlan.ts"
import { paymentsChanges } from "./PaymentsChanges.ts"

export const payments: TeamPlan = {
  key: "payments",
  name: "Payments",
  color: "#8e4a9e",
  principles: [
    {
      title: "A payment is a promise",
      description: "Customers forgive a slow page, never a wrong amount. When in doubt, we stop and say so."
    },
    {
      title: "Boring on purpose",
      description: "We choose what we can explain at three in the morning. Anything newer has to earn its place."
    },
    {
      title: "Finance doesn’t need us",
      description: "If somebody asks for the same file every month, we owe them a report."
    }
  ],
  objectives: [
    {
      week: 0,
      title: "Failed payments recover on their own",
      description:
        "One card payment in eleven fails, and most of those customers never meant to leave.\nToday we retry once and send one email.",
      owner: "Mei Chen",
      ...{ startDate: -81, dueDate: 38 },
      parent: "@company objective 1",
      principles: [0],
      groups: ["Retries", "Messages"],
      initiatives: [
        {
          title: "Retry at the hour the card last worked",
          group: 0,
          statuses: [
            [1, "active"],
            [4, "done"]
          ]
        },
        { title: "Get new card details from the networks", owner: "Mei Chen", group: 0, statuses: [[5, "active"]] },
        {
          title: "Tell customers before their card expires",
          group: 1,
          statuses: [
            [2, "active"],
            [6, "done"]
          ]
        },
        { title: "Offer a bank transfer after the third failure", group: 1 },
        {
          title: "Call the ten largest accounts that failed",
          group: null,
          statuses: [
            [3, "active"],
            [5, "dropped"]
          ]
        }
      ],
      measures: [
        {
          name: "Failed payments recovered within seven days",
          unit: "%",
          start: 38,
          target: 60,
          checkIns: [
            [1, 38, 6, "Nothing shipped yet: this is where we start."],
            [2, 39, 6, ""],
            [3, 40, 6, "New retry times for 5% of cards."],
            [4, 44, 7, "Everyone has the new retry times. Better than we hoped."],
            [5, 45, 7, ""],
            [6, 47, 7, "The expiry email is out. Too early to see it here."],
            [7, 49, 8, ""],
            [8, 51, 8, "The email works: a third of people update their card the same day."],
            [9, 52, 7, "Holiday week, fewer payments."],
            [10, 54, 8, ""],
            [11, 55, 8, "Card updates from the networks start on Monday. That should be the last push."]
          ]
        }
      ],
      statuses: [[1, "on_track", "Retries first: they need nobody outside the team."]]
    },
    {
      week: 0,
      title: "Month-end closes in two days",
      description: "Finance waits five days for us: three exports, one manual reconciliation and a call with the bank.",
      owner: "Oskar Brandt",
      ...{ startDate: -81, dueDate: 10 },
      principles: [2, 1],
      groups: ["Reconciliation"],
      initiatives: [
        {
          title: "Match bank entries by reference, then by amount",
          owner: "Oskar Brandt",
          group: 0,
          statuses: [
            [1, "active"],
            [3, "done"]
          ]
        },
        {
          title: "Show what didn’t match, oldest first",
          group: 0,
          statuses: [
            [3, "active"],
            [8, "done"]
          ]
        },
        { title: "Ask the bank for an hourly statement", owner: "Oskar Brandt", group: 0, statuses: [[2, "active"]] },
        { title: "Replace the three exports with one report", group: null, week: 4, statuses: [[6, "active"]] }
      ],
      measures: [
        {
          name: "Working days to close",
          unit: "days",
          start: 5,
          target: 2,
          checkIns: [
            [2, 5, 5, "Same as ever. We timed each step for once: most of it is waiting."],
            [6, 4, 6, "One day less, because matching no longer waits for anyone."],
            [10, 3.5, 3, "Without hourly statements we can’t get below three. The bank says spring."]
          ]
        },
        {
          name: "Entries matched automatically",
          unit: "%",
          start: 71,
          target: 98,
          checkIns: [
            [1, 71, 7, ""],
            [3, 83, 8, "Matching by reference is live."],
            [5, 88, 8, ""],
            [7, 91, 7, "What’s left is refunds that arrive in one sum."],
            [9, 92, 6, ""],
            [11, 92, 5, "Stuck. Splitting refunds needs data we don’t get."]
          ]
        }
      ],
      statuses: [
        [1, "on_track", "We know which step takes how long, and two of five days are ours alone."],
        [10, "at_risk", "The bank has no hourly statements before spring, and below three days we need them."]
      ]
    },
    {
      week: 0,
      title: "Nobody is charged twice",
      description: "Fourteen customers a month pay twice and have to write to us to get it back.",
      owner: "Tom Byrne",
      ...{ startDate: -81, dueDate: 38 },
      parent: "@company objective 1",
      principles: [0, 1],
      groups: [],
      initiatives: [
        {
          title: "One key for each checkout, kept for a day",
          owner: "Tom Byrne",
          group: null,
          statuses: [
            [1, "active"],
            [3, "done"]
          ]
        },
        {
          title: "Refund duplicates before the customer notices",
          group: null,
          statuses: [
            [5, "active"],
            [9, "done"]
          ]
        },
        {
          title: "Rehearse a gateway timeout every month",
          owner: "Kofi Mensah",
          group: null,
          week: 8,
          statuses: [[10, "active"]]
        }
      ],
      measures: [
        {
          name: "Duplicate charges a month",
          unit: "charges",
          start: 14,
          target: 0,
          checkIns: [
            [1, 14, 6, ""],
            [2, 12, 6, ""],
            [3, 9, 7, "The checkout key is live on the web."],
            [4, 7, 8, "And in the app."],
            [5, 5, 8, ""],
            [6, 4, 8, "All four left come from one reseller that retries by hand."],
            [7, 11, 3, "A gateway timeout on Tuesday: seven people paid twice. All refunded by the evening."],
            [8, 6, 5, ""],
            [9, 3, 7, "Duplicates are refunded within an hour now, but we still count them."],
            [10, 2, 8, ""],
            [11, 2, 8, "Same reseller. They’ve agreed to switch in a month."]
          ]
        }
      ],
      statuses: [
        [1, "on_track", "The checkout key is written and tested."],
        [
          7,
          "off_track",
          "Seven customers paid twice on Tuesday. Until we know what the gateway does in a timeout, more can follow."
        ],
        [8, "at_risk", "The cause is found and refunds are automatic. Tom leaves this week, so Mei takes over."],
        [10, "on_track", "Two in a month, both from one reseller who retries by hand."]
      ]
    },
    {
      week: 0,
      title: "The old gateway is switched off",
      description: "It costs us two nights a month and a contract that renews in the summer.",
      owner: "Tom Byrne",
      ...{ startDate: -81, dueDate: -12 },
      principles: [1],
      groups: [],
      initiatives: [
        {
          title: "Move subscriptions, smallest plan first",
          group: null,
          statuses: [
            [0, "active"],
            [7, "done"]
          ]
        },
        {
          title: "Move refunds for old payments",
          group: null,
          statuses: [
            [5, "active"],
            [9, "done"]
          ]
        },
        { title: "Cancel the contract", owner: "Oskar Brandt", group: null, statuses: [[9, "done"]] }
      ],
      measures: [
        {
          name: "Payments on the new gateway",
          unit: "%",
          start: 20,
          target: 100,
          checkIns: [
            [1, 35, 7, "All small plans moved, nobody noticed."],
            [2, 48, 8, ""],
            [3, 60, 8, ""],
            [4, 71, 8, "Paused for month-end."],
            [6, 88, 9, "Only the annual contracts are left."],
            [8, 97, 9, ""],
            [9, 100, 10, "Switched off on Wednesday. We kept the server for a week, just in case."]
          ]
        }
      ],
      statuses: [
        [1, "on_track", "Small plans move first, and nobody has noticed so far."],
        [9, "achieved", "Everything runs on the new gateway. The contract is cancelled before it renews."]
      ]
    },
    {
      week: 11,
      title: "Customers in three more countries pay their own way",
      description: "",
      owner: "Mei Chen",
      ...{ startDate: 11, dueDate: 102 },
      parent: "@company objective 3",
      principles: [0],
      groups: ["Open questions"],
      initiatives: [
        { title: "Find out which methods people expect", group: 0 },
        { title: "Ask legal about refunds outside the EU", owner: "Mei Chen", group: 0 }
      ],
      measures: [],
      statuses: []
    }
  ],
  others: paymentsChanges
}
