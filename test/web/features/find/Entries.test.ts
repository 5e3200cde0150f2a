import { assert, describe, it } from "@effect/vitest"
import type { TitlesBody } from "../../../../src/domain/views/TitleIndex.ts"
import { roles } from "../../../../src/shared/Roles.ts"
import {
  commandEntries,
  objectiveEntries,
  suggestions,
  teamEntries,
  titleEntries
} from "../../../../src/web/features/find/FindEntries.ts"
import { asksForTeam, queryFor, withOneLineACommand } from "../../../../src/web/features/find/TeamCommands.ts"
import { inOrder, prepared, search } from "../../../../src/web/parts/search/Search.ts"
import { entityId } from "../../../domain/Commands.ts"

const [team, other, principle, objective, initiative, measure] = [1, 2, 3, 4, 5, 6].map(entityId)

const body: TitlesBody = {
  complete: true,
  total: 6,
  teams: [
    { id: other!, name: "North", principles: [], objectives: [] },
    {
      id: team!,
      name: "South",
      principles: [{ id: principle!, title: "Listen" }],
      objectives: [
        {
          id: objective!,
          title: "Grow",
          initiatives: [{ id: initiative!, title: "Call" }],
          progress: [{ id: measure!, name: "Sales" }]
        }
      ]
    }
  ]
}

const commandsOf = (role: (typeof roles)[number], shownTeam = "") =>
  commandEntries(body.teams, { canEdit: role !== "viewer", isAdmin: role === "admin", theme: "dark", shownTeam }).map(
    ({ title }) => title
  )

describe("What the palette finds", () => {
  it.each([
    ["webhooks", "Go to Integrations"],
    ["integrations", "Go to Integrations"],
    ["users", "Go to People"],
    ["invite", "Go to People"],
    ["powerpoint", "Slides for all teams"],
    ["mine", "Show my objectives"],
    ["overdue", "Show overdue objectives"],
    ["off track", "Show off-track objectives"],
    ["undo", "Undo your last change"],
    ["import", "Import into several teams"],
    ["quarters", "Go to Timeline"],
    ["compare", "Go to Overview"],
    ["print", "Print this page"]
  ])("for %s is %s", (query, title) => {
    const entries = commandEntries([], { canEdit: true, isAdmin: true, theme: "dark", shownTeam: "" })
    const { entries: found } = search(inOrder(prepared(entries)), query, 10)
    assert.deepStrictEqual(
      found.map((entry) => entry.title),
      [title]
    )
  })

  it("is everything in the teams, each with its parents", () => {
    assert.deepStrictEqual(
      titleEntries(body).map(({ kind, title, within, id, teamId, objectiveId }) => [
        kind,
        title,
        within.join(" in "),
        id,
        teamId,
        objectiveId
      ]),
      [
        ["principle", "Listen", "South", principle, team, ""],
        ["objective", "Grow", "South", objective, team, objective],
        ["initiative", "Call", "South in Grow", initiative, team, objective],
        ["measure", "Sales", "South in Grow", measure, team, objective]
      ]
    )
    assert.deepStrictEqual(
      teamEntries(body.teams).map(({ title, teamId }) => [title, teamId]),
      [
        ["North", other],
        ["South", team]
      ]
    )
  })

  it("has only the actions that the role may do, and only the themes that are not active", () => {
    const all = ["Copy link to this page", "Light theme", "System theme", "Keyboard shortcuts"]
    const account = ["Your account", "Change password", "Sign out"]
    const ofTeam = (name: string) => [
      `Matrix of ${name}`,
      `Tree of ${name}`,
      `History of ${name}`,
      `Slides for ${name}`
    ]
    const asEditor = (name: string) => [
      ...[`New objective in ${name}`, `Check in for ${name}`, ...ofTeam(name).slice(0, 3)],
      ...[`Import into ${name}`, `Slides for ${name}`]
    ]
    const places = ["Activity", "People", "Tokens", "Account activity", "Integrations"]
    const admins = ["New team", ...places.map((place) => `Go to ${place}`)]
    assert.deepStrictEqual(
      roles.map((role) => commandsOf(role)),
      roles.map((role) => [
        ...["Go to Home", "Go to Overview", "Go to Timeline", "Go to the tree of all teams", "Go to all teams"],
        ...["Show my objectives", "Show overdue objectives", "Show off-track objectives"],
        ...(role === "viewer" ? [] : ["Undo your last change", "Import into several teams"]),
        ...["Slides for all teams", "Print this page"],
        ...(role === "editor" ? ["Go to Activity"] : []),
        ...(role === "admin" ? admins : []),
        ...all,
        ...account,
        ...["North", "South"].flatMap(role === "viewer" ? ofTeam : asEditor)
      ])
    )
  })

  it("has one line for each action of teams until the query names one", () => {
    const titles = (query: string, shownTeam: string, chosen = "") => {
      const context = { canEdit: true, isAdmin: false, theme: "dark", shownTeam } as const
      const index = inOrder(prepared([...teamEntries(body.teams), ...commandEntries(body.teams, context)]))
      return search(withOneLineACommand(index, query, { shownTeam, chosen }), query, 50).entries
    }
    const of = (...given: Parameters<typeof titles>) => titles(...given).map(({ title }) => title)
    assert.deepStrictEqual(of("matrix", ""), ["Matrix of a team…"])
    assert.deepStrictEqual(of("matrix of", String(team)), ["Matrix of South"])
    assert.deepStrictEqual(of("matr nor", String(team)), ["Matrix of North"])
    const [generic] = titles("matrix", "")
    assert.isDefined(generic)
    assert.isTrue(asksForTeam(generic))
    assert.strictEqual(queryFor(generic), "Matrix of ")
    assert.deepStrictEqual(of("powerpoint", String(team)), ["Slides for all teams", "Slides for South"])
    assert.deepStrictEqual(of("Matrix of ", "", generic.id), ["Matrix of North", "Matrix of South"])
  })

  it("acts on an objective or several as the role may, and finds that before anything else", () => {
    const titles = (...given: Parameters<typeof objectiveEntries>) =>
      objectiveEntries(...given).map(({ title }) => title)
    assert.deepStrictEqual(titles("Grow", true, false), ["Open"])
    assert.deepStrictEqual(titles("2 selected", false, false), [])
    const of = (status: string) => `Set status: ${status}`
    const statuses = ["Draft", "On track", "At risk", "Off track", "Achieved", "Missed"].map(of)
    const sets = [...statuses, "Set period…", "Set owner…", "Set supported objective…"]
    const others = ["Duplicate", "Move to another team…", "Delete"]
    assert.sameMembers([...titles("Grow", true, true)], ["Open", ...sets, "Select", ...others])
    assert.sameMembers([...titles("2 selected", false, true)], [...sets, ...others])
    const index = inOrder(prepared([...titleEntries(body), ...objectiveEntries("Grow", true, true)]))
    const found = (query: string) => search(index, query, 10).entries.map(({ title }) => title)
    assert.deepStrictEqual(found("on track"), [of("On track")])
    // The objective that they are for is said, and not searched.
    assert.deepStrictEqual(found("grow")[0], "Grow")
  })

  it("begins with the shown team's actions, and offers teams and other actions before anything is typed", () => {
    const context = { canEdit: false, isAdmin: false, theme: "dark", shownTeam: String(team) } as const
    const basics = [...teamEntries(body.teams), ...commandEntries(body.teams, context)]
    const titles = (limit: number, shown: string) => suggestions(basics, shown, limit).map(({ title }) => title)
    const general = commandsOf("viewer").slice(0, 17)
    const ofSouth = ["Matrix of South", "Tree of South", "History of South", "Slides for South"]
    assert.deepStrictEqual(titles(50, String(team)), [...ofSouth, "North", "South", ...general])
    assert.deepStrictEqual(titles(50, ""), ["North", "South", ...general])
    assert.deepStrictEqual(titles(22, String(team)), [...ofSouth, "North", ...general])
    assert.strictEqual(commandsOf("viewer", String(team))[17], "Matrix of South")
  })
})
