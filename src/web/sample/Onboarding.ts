import { achieved, missed } from "./FinishedObjectives.ts"
import { draft, offTrack } from "./OpenObjectives.ts"
import type { SampleObjective, SampleTeam } from "./SampleTeam.ts"

const onTrack: SampleObjective = {
  title: "New accounts see their first own report within a week",
  description:
    "Today it takes sixteen days from the signature to a report on the customer's own data.\n" +
    "Most of that is waiting: for a file, for a column to be explained, for us to press a button.",
  status: "on_track",
  dueInDays: 75,
  principles: [0, 2],
  groups: [
    {
      name: "Guided setup",
      initiatives: [
        ["Checklist on the start page, with what is left to do", "done"],
        ["Example workspace that can be thrown away", "active"],
        ["Reminder mails that follow the checklist, not the calendar", "planned"]
      ]
    },
    {
      name: "Faster first data",
      initiatives: [
        ["Spreadsheet import with a preview before anything is saved", "active"],
        ["Connectors to the three systems most customers bring", "planned"]
      ]
    }
  ],
  ungrouped: [["Sit beside five new customers every month", "active"]],
  measures: [
    {
      name: "Median time to the first report",
      unit: "days",
      start: 16,
      target: 7,
      checkIns: [
        [14.5, 6, "The checklist is live for a tenth of new accounts."],
        [12, 7, "Everybody has the checklist. Large accounts still wait for their export."],
        [10, 8, "The preview catches most column mistakes before they cost a day."]
      ]
    },
    {
      name: "Accounts active in their first week",
      unit: "%",
      start: 41,
      target: 65,
      checkIns: [
        [45, 6, "First cohort with the checklist."],
        [52, 7, ""],
        [56, 7, "Holiday weeks are in this number; without them it would be 58."]
      ]
    }
  ]
}

const atRisk: SampleObjective = {
  title: "Importing data takes no help from us",
  description: "One import in three ends in a support ticket. Half of those are about dates and decimal commas.",
  status: "at_risk",
  dueInDays: 24,
  principles: [1],
  groups: [
    {
      name: "Formats",
      initiatives: [
        ["Recognise dates and decimal commas by the column, not by the cell", "done"],
        ["Accept files with more than one sheet", "active"]
      ]
    },
    {
      name: "Errors people can mend",
      initiatives: [
        ["Show the faulty rows in place, with a suggestion", "active"],
        ["Take the good rows, give the others back as a file", "planned"],
        ["Chat assistant for imports", "dropped"]
      ]
    }
  ],
  ungrouped: [],
  measures: [
    {
      name: "Support tickets per 100 imports",
      unit: "tickets",
      start: 34,
      target: 8,
      checkIns: [
        [31, 7, "Date recognition is out."],
        [24, 7, "Decimal commas too: the biggest drop so far."],
        [25, 4, "Files with several sheets are more frequent than we thought, and all of them fail."]
      ]
    }
  ]
}

/** A team in the middle of its year, with an objective in each status. */
export const onboarding: SampleTeam = {
  color: "#1f7a8c",
  principles: [
    {
      title: "The first week decides",
      description:
        "Who sees their own figures within seven days stays with us; who does not rarely returns.\n" +
        "We plan backwards from that week."
    },
    {
      title: "Mend the product, not the customer",
      description: "A question we answer twice becomes a change of the product. Guides and calls are a stopgap."
    },
    {
      title: "Small steps that can be taken back",
      description: "Everything starts behind a switch, with a few accounts, and with a date on which we look at it."
    },
    {
      title: "One source for every figure",
      description: "A number that we report is computed in one place, by a query that everybody can read."
    }
  ],
  objectives: [onTrack, atRisk, offTrack, achieved, draft, missed]
}
