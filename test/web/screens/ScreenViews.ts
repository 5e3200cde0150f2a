import type { Page } from "playwright-core"
import type { Role } from "../../../src/domain/entities/Role.ts"
import { noChange, type Outcome } from "../../../src/domain/Outcome.ts"
import { type Ids, type Phase, reason, spreadsheet } from "./ScreenTeam.ts"

/** The tables of the inspected screens: states of a user's edits, and views with the steps that lead to each. */

/** The states of a user's own edits, and the server's answers in each. */
export interface State {
  readonly phases: ReadonlyArray<Phase>
  /** `none`: the server is unreachable. */
  readonly answer: Outcome | "none" | "real"
}

const rejected: Outcome = { ...noChange, sequenceNumber: 9, status: "rejected", rejectionReason: reason }

export const states = {
  plain: { phases: [], answer: "real" },
  pending: { phases: ["unsent", "waiting"], answer: "none" },
  conflict: { phases: ["conflict"], answer: { ...rejected, conflictingServerValue: reason } },
  refused: { phases: ["refused"], answer: rejected }
} satisfies Record<string, State>

export type StateName = keyof typeof states

export interface View {
  readonly name: string
  readonly open: (page: Page, at: Place) => Promise<unknown>
  /** The reason why a role or a state has no such view. */
  readonly lacks?: (role: Role, state: StateName) => string | undefined
  /** A dialog over the page: only what is in it is looked at. */
  readonly isDialog?: boolean
}

export interface Place {
  readonly url: string
  readonly ids: Ids
  readonly role: Role
  readonly state: StateName
}

/** The combinations that are not inspected, with the reason. A viewer can have drafts from when the user was an editor. */
export const skipped = (role: Role, state: StateName): string | undefined => {
  if (role === "admin" && state !== "plain") return "What admins edit they see as editors do."
  return role === "viewer" && state === "conflict"
    ? "Who may not edit has nothing to decide: the text is offered to be copied, whatever others did."
    : undefined
}

const adminsOnly = (role: Role, state: StateName): string | undefined => {
  if (role !== "admin") return "Only admins see it; the page for others is looked at with the address of nothing."
  return state === "plain" ? undefined : "Nothing is edited there that is kept when it is not saved."
}

const onceForEditors = (role: Role, state: StateName): string | undefined => {
  if (role !== "editor") return role === "viewer" ? "Viewers edit nothing." : "It is the same as the editor's."
  return state === "plain" ? undefined : "It is open before anything is sent."
}

const onlyPlain = (_: Role, state: StateName): string | undefined =>
  state === "plain" ? undefined : "Nothing that is edited is seen there."

export const boardOf = ({ url, ids }: Pick<Place, "url" | "ids">): string => `${url}/strategy/teams/${ids.team[0]}`

export const openBoard = async (page: Page, at: Place): Promise<void> => {
  await page.goto(boardOf(at))
  await page.locator(".objective").nth(ids0(at.ids.objectives)).waitFor()
  await page
    .locator(".principle")
    .nth(ids0(at.ids.principles) - 1)
    .waitFor({ state: "attached" })
  await page.locator(".connection.live").waitFor()
  const notices = page.locator(".objective .notice")
  if (states[at.state].phases.length > 0) await notices.first().waitFor()
}

const ids0 = (ids: ReadonlyArray<string>): number => ids.length - 1

/** The objective that has one entity of every type. */
const fullest = (page: Page, ids: Ids) => page.locator(`.objective[data-id="${ids.objectives[0]}"]`)

/** Waits until no dialog is open any more. */
const closed = async (page: Page): Promise<void> => {
  while ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape")
}

/** Opens by keyboard, since the inspection must find what a mouse cannot reach. */
export const views: ReadonlyArray<View> = [
  { name: "board", open: openBoard },
  {
    name: "open objective",
    open: async (page, { ids }) => {
      await fullest(page, ids).locator("h3 button").dispatchEvent("click")
      await page.locator(".measure").nth(2).waitFor()
      await page.locator(".sparkline").nth(2).waitFor()
    }
  },
  {
    name: "date being picked",
    isDialog: true,
    lacks: onceForEditors,
    open: async (page, { ids }) => {
      await fullest(page, ids).locator(".due button").dispatchEvent("click")
      await page.getByRole("menuitem", { name: "Other days…" }).dispatchEvent("click")
      await page.locator("input[name=dueDate]").waitFor()
    }
  },
  {
    name: "check-in",
    lacks: onceForEditors,
    open: async (page) => {
      await page.keyboard.press("Escape")
      // The button disappears when the form opens.
      for (const opened of [1, 2, 3]) {
        await page.locator(".measure-head .small").first().dispatchEvent("click")
        await page
          .locator(".check-in")
          .nth(opened - 1)
          .waitFor()
      }
    }
  },
  {
    name: "texts being typed",
    lacks: onceForEditors,
    open: async (page) => {
      for (const left of [2, 1, 0]) {
        await page.locator(".check-in .actions .small:not(.primary)").first().dispatchEvent("click")
        await page.locator(".check-in").nth(left).waitFor({ state: "detached" })
      }
      await page.locator(".objective-panel .pencil").first().dispatchEvent("click")
      await page.locator(".objective-panel textarea").waitFor()
    }
  },
  {
    name: "new measure",
    isDialog: true,
    lacks: onceForEditors,
    open: async (page) => {
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: "Add measure" }).dispatchEvent("click")
      await page.locator(".new-measure [type=submit]").dispatchEvent("click")
      await page.getByRole("dialog").locator(".trouble:not(:empty)").first().waitFor()
    }
  },
  {
    name: "history",
    isDialog: true,
    open: async (page, { role, state, ids }) => {
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await fullest(page, ids).locator(".row-end [aria-haspopup]").dispatchEvent("click")
      await page.getByRole("menuitem", { name: "History" }).dispatchEvent("click")
      const drawer = page.getByRole("dialog")
      await drawer.getByText("No older entries").waitFor()
      if (role === "viewer" || state === "plain") return
      await drawer.getByRole("button", { name: "Re-apply" }).first().dispatchEvent("click")
      await drawer.locator(".entry-said:not(:empty)").waitFor()
    }
  },
  {
    name: "place",
    isDialog: true,
    lacks: onceForEditors,
    open: async (page, { ids }) => {
      await closed(page)
      await fullest(page, ids).locator(".row-end [aria-haspopup]").dispatchEvent("click")
      await page.getByRole("menuitem", { name: "Move to position…" }).dispatchEvent("click")
      await page.locator("dialog [type=submit]").waitFor()
      await page.keyboard.type("0")
      await page.keyboard.press("Enter")
      await page.getByText("Enter a whole number from 1 to").waitFor()
    }
  },
  {
    name: "restore",
    isDialog: true,
    lacks: adminsOnly,
    open: async (page) => {
      await page.getByRole("button", { name: "Restore to here…" }).nth(2).dispatchEvent("click")
      await page.getByRole("dialog", { name: "Restore" }).locator(".preview li").first().waitFor()
    }
  },
  {
    name: "matrix",
    open: async (page) => {
      await closed(page)
      await page.getByRole("link", { name: "Matrix" }).dispatchEvent("click")
      await page.locator(".matrix tfoot").waitFor()
    }
  },
  {
    name: "tree",
    lacks: onlyPlain,
    open: async (page) => {
      await page.getByRole("link", { name: "Tree" }).dispatchEvent("click")
      await page.locator(".tree ul ul").first().waitFor()
    }
  },
  {
    name: "team check-in",
    open: async (page, at) => {
      await page.goto(`${boardOf(at)}/check-in`)
      await page.locator(".check-in-row").nth(2).waitFor()
      if (at.role === "viewer" || at.state !== "plain") return
      await page.getByLabel("New value: Measure 0").fill("-1")
      await page.keyboard.press("Control+Enter")
      await page.locator(".question").waitFor()
      await page.getByLabel("New value: Measure 0").fill("about a thousand")
      await page.keyboard.press("Control+Enter")
      await page.locator(".check-in-row .trouble:not(:empty)").waitFor()
      await page.getByLabel("New value: Measure 0").fill("")
    }
  },
  {
    name: "objective’s page",
    lacks: (role, state) =>
      role === "editor" || state === "plain" ? undefined : "Its states are those of the details, as for editors.",
    open: async (page, at) => {
      await page.goto(`${boardOf(at)}/objectives/${at.ids.objectives[0]}/progress`)
      await page.locator(".plot").nth(2).waitFor()
      await page.locator(".plot").nth(1).press("Home")
      await page.locator(".check-in-table summary").nth(1).dispatchEvent("click")
      await page.locator(".check-in-table[open]").waitFor()
    }
  },
  {
    name: "palette",
    isDialog: true,
    lacks: onlyPlain,
    open: async (page, { ids }) => {
      await page.getByRole("button", { name: "Find" }).dispatchEvent("click")
      await page.getByRole("combobox", { name: "Find" }).fill("d")
      await page.getByRole("option").nth(ids.principles.length).waitFor()
    }
  },
  {
    name: "something deleted",
    lacks: onlyPlain,
    open: async (page, at) => {
      await page.goto(`${boardOf(at)}/principles/${at.ids.principles.at(-1)}`)
      await page.locator(".gone a").waitFor()
    }
  },
  {
    name: "import",
    lacks: onceForEditors,
    open: async (page) => {
      await page.locator(".team-actions").getByRole("button", { name: "More actions for" }).dispatchEvent("click")
      await page.getByRole("menuitem", { name: "Import…" }).dispatchEvent("click")
      await page.locator(".import-source textarea").fill(spreadsheet)
      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByRole("button", { name: "Review", exact: true }).click()
      await page.locator(".import-preview li").nth(5).waitFor()
    }
  },
  {
    name: "slides",
    isDialog: true,
    lacks: onlyPlain,
    open: async (page, at) => {
      await closed(page)
      await openBoard(page, at)
      await page.locator(".team-actions").getByRole("button", { name: "More actions for" }).dispatchEvent("click")
      await page.getByRole("menuitem", { name: "Slides" }).dispatchEvent("click")
      await page
        .getByRole("dialog")
        .getByText(/^\d+ slides\.$/)
        .waitFor()
    }
  },
  {
    name: "teams",
    open: async (page) => {
      await closed(page)
      await page.getByRole("link", { name: "Teams" }).dispatchEvent("click")
      await page.locator(".team-row .counts").first().waitFor()
    }
  },
  {
    name: "overview",
    lacks: (role, state) =>
      role === "editor" || state === "plain" ? undefined : "Its states are those of its rows, as for editors.",
    open: async (page) => {
      await page.getByRole("link", { name: "Overview" }).dispatchEvent("click")
      await page.locator(".overview-item .title").first().waitFor()
      const fold = page.locator(".overview-filters:not(.unfolded) .unfold")
      if ((await fold.count()) > 0) await fold.dispatchEvent("click")
      await page.getByLabel("Changed", { exact: true }).selectOption("7d", { force: true })
      await page.locator(".team-changes li").first().waitFor()
    }
  },
  {
    name: "timeline",
    lacks: onlyPlain,
    open: async (page) => {
      await page.getByRole("button", { name: "Timeline" }).dispatchEvent("click")
      await page.locator(".today-line").waitFor()
    }
  },
  {
    name: "tree of all teams",
    lacks: onlyPlain,
    open: async (page) => {
      await page.getByRole("link", { name: "Tree", exact: true }).dispatchEvent("click")
      await page.locator(".company-tree .fold").first().dispatchEvent("click")
      await page.locator(".company-tree .tree-line").first().waitFor()
    }
  },
  {
    name: "home",
    lacks: onlyPlain,
    open: async (page, at) => {
      await openBoard(page, at)
      await page.locator(".team-actions .pin").dispatchEvent("click")
      await page.getByRole("link", { name: "Home", includeHidden: true }).dispatchEvent("click")
      await page.locator(".home-page .portfolio tbody tr").nth(1).waitFor()
      await page.getByRole("heading", { name: "Needs attention" }).waitFor()
    }
  },
  {
    name: "earlier moment",
    lacks: onlyPlain,
    open: async (page, { url }) => {
      await page.goto(`${url}/strategy/overview?at=soon`)
      await page.locator(".moment").waitFor()
    }
  },
  {
    name: "your account",
    lacks: onlyPlain,
    open: async (page) => {
      await page.getByRole("button", { name: /^Signed in as/ }).dispatchEvent("click")
      await page.getByRole("menuitem", { name: "Your account" }).dispatchEvent("click")
      await page.getByRole("button", { name: "Create token" }).dispatchEvent("click")
      await page.getByRole("dialog").getByLabel("Name").fill("report".repeat(16))
      await page.getByRole("dialog").getByRole("button", { name: "Create token" }).dispatchEvent("click")
      await page.getByRole("button", { name: "Copy" }).waitFor()
      await page.getByText("This session").waitFor()
    }
  },
  {
    name: "new token",
    isDialog: true,
    lacks: onlyPlain,
    open: async (page) => {
      await page.getByRole("button", { name: "Create token" }).dispatchEvent("click")
      await page.getByRole("dialog").getByRole("button", { name: "Create token" }).dispatchEvent("click")
      await page.getByText("Enter a name.").waitFor()
    }
  },
  {
    name: "log",
    lacks: adminsOnly,
    open: async (page) => {
      await closed(page)
      await page.getByRole("link", { name: "Activity" }).dispatchEvent("click")
      await page.locator(".entry").nth(20).waitFor()
    }
  },
  {
    name: "users",
    lacks: adminsOnly,
    open: async (page) => {
      await page.getByRole("link", { name: "People" }).dispatchEvent("click")
      await page.locator(".user-table tbody tr").nth(2).waitFor()
    }
  },
  {
    name: "new user",
    isDialog: true,
    lacks: adminsOnly,
    open: async (page) => {
      await page.getByRole("button", { name: "Invite people" }).dispatchEvent("click")
      await page.getByRole("dialog").getByLabel("People, one per line").fill("Anna Müller\nAnna Müller")
      await page.getByRole("dialog").getByRole("button", { name: "Invite 2 people" }).dispatchEvent("click")
      await page.getByText("Correct or remove the marked lines.").waitFor()
    }
  },
  {
    name: "tokens",
    lacks: adminsOnly,
    open: async (page) => {
      await closed(page)
      await page.getByRole("link", { name: "Tokens" }).dispatchEvent("click")
      await page.locator(".access-list li").first().waitFor()
    }
  },
  {
    name: "account log",
    lacks: adminsOnly,
    open: async (page) => {
      await page.getByRole("link", { name: "Account activity" }).dispatchEvent("click")
      await page.locator(".entry").nth(3).waitFor()
    }
  },
  {
    name: "webhooks",
    lacks: adminsOnly,
    open: async (page) => {
      await page.getByRole("link", { name: "Integrations" }).dispatchEvent("click")
      await page.getByRole("button", { name: "Add webhook" }).dispatchEvent("click")
      await page.getByLabel("URL").fill(`https://localhost/${"hook".repeat(60)}`)
      await page.getByLabel("Description", { exact: true }).fill(reason.slice(0, 250))
      await page.getByRole("button", { name: "Save" }).dispatchEvent("click")
      await page.getByRole("button", { name: "Copy" }).waitFor()
      await page.getByRole("button", { name: "Deliveries" }).dispatchEvent("click")
      await page.locator(".webhook .history[aria-busy=false]").waitFor()
    }
  },
  {
    name: "new webhook",
    isDialog: true,
    lacks: adminsOnly,
    open: async (page) => {
      await page.getByRole("button", { name: "Add webhook" }).dispatchEvent("click")
      for (const choice of await page.locator(".webhook-choice summary").all()) await choice.dispatchEvent("click")
      await page.getByRole("button", { name: "Save" }).dispatchEvent("click")
      await page.getByText("The url must have").waitFor()
    }
  }
]

/** Lists that are wider than a phone on purpose. */
export const sideways = ".matrix-box, .filters, .import-columns, .check-in-table > section"
