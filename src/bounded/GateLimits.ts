import type { GateLimits } from "./Gate.ts"

/**
 * How much of each kind a server has in progress at once. A client that does not read its answer holds a place for
 * half a minute. `docs/operate.md` has this as a table.
 */
export const gateLimits = {
  /** On two processors or fewer it is one at a time, so that one is left to the rest of the service. */
  passwordChecks: { noun: "password checks", perServer: 2, waiting: { perServer: 64, perKey: 16 } },
  /** Each costs the provider two or three requests. */
  companySignIns: { noun: "sign-ins", perServer: 32, perKey: 16, waiting: { perServer: 512, perKey: 128 } },
  /** Made by one process. */
  presentations: { noun: "presentations", perServer: 1, waiting: { perServer: 8, perKey: 4 } },
  /** Looking up the earlier state of a presentation may take long, and needs no process. */
  pastPresentations: { noun: "presentations of earlier states", perServer: 2, waiting: { perServer: 8, perKey: 4 } },
  /** Overviews, comparisons and trends that are streamed. */
  overviews: { noun: "overviews", perServer: 64, perKey: 16 },
  overviewTables: { noun: "overview tables", perServer: 64, perKey: 16 },
  /** A comparison holds an earlier state. */
  comparisons: { noun: "comparisons", perServer: 1, waiting: { perServer: 15, perKey: 2 } },
  trends: { noun: "trends", perServer: 1, waiting: { perServer: 15, perKey: 2 } },
  /** A page asks for several at once. */
  pastViews: { noun: "views of earlier moments", perServer: 64, perKey: 8 },
  changePages: { noun: "pages of changes", perServer: 64, perKey: 16 },
  historyPages: { noun: "pages of history", perServer: 64, perKey: 16, hint: "or use a smaller limit" },
  /** Each reads from the database for as long as its client takes it. */
  wholeHistories: {
    noun: "whole histories",
    perServer: 8,
    perKey: 2,
    hint: "or read this one in pages by setting limit"
  },
  /** Each reads from the database for as long as its client takes it. */
  tables: { noun: "tables", perServer: 8, perKey: 2 },
  calendars: { noun: "calendars", perServer: 32, perKey: 4 },
  titles: { noun: "lists of titles", perServer: 32, perKey: 4 },
  people: { noun: "lists of people", perServer: 32, perKey: 4 },
  /** The undo of a large change set is decided event by event. */
  undos: { noun: "undos", perServer: 8, perKey: 2 },
  /** Each may decide a hundred submissions. */
  previews: { noun: "previews", perServer: 8, perKey: 2 },
  /** Each may take 20 seconds. */
  webhookTests: { noun: "webhook tests", perServer: 8, perKey: 4 },
  /** Messages of programs to `/mcp`; each may write a hundred changes. */
  calls: { noun: "calls", perServer: 64, perKey: 8 }
} satisfies Record<string, GateLimits>
