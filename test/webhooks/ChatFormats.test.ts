import { assert, describe, it } from "@effect/vitest"
import { make } from "../../src/api/document/ExampleStrategy.ts"
import { appliedChange } from "../../src/domain/views/AppliedChange.ts"
import { teamOverview } from "../../src/domain/views/Overview.ts"
import { teamChanges } from "../../src/domain/views/OverviewChanges.ts"
import { utcDays } from "../../src/shared/Days.ts"
import { chatBody } from "../../src/webhooks/ChatFormats.ts"
import { type ChatMessage, changeMessage } from "../../src/webhooks/ChatMessage.ts"
import { digestMessage } from "../../src/webhooks/Digest.ts"
import { assertSlackAccepts, assertTeamsAccepts } from "./ChatReceivers.ts"

const pageUrl = "https://plans.example.org/strategy/"
const { log, team } = make()

const changes = log.map(({ event, touched, state }) => appliedChange(event, touched, state, { pageUrl }))

const first = (eventType: string) => changes.find((change) => change.eventType === eventType) ?? assert.fail("none")

const digest = digestMessage({
  changes: [teamChanges(undefined, team) ?? assert.fail("none")],
  teams: [{ name: team.name, objectives: teamOverview(team, "2027-03-01", utcDays).objectives }],
  date: "2027-03-01",
  days: utcDays,
  pageUrl
})

const hostile = "<!channel> & *all* [x](javascript:1) 🎿 漢".repeat(400)

const huge: ChatMessage = {
  title: hostile.slice(0, 600),
  url: `${pageUrl}teams/x`,
  facts: [
    ["Before", hostile.slice(0, 500)],
    ["Now", hostile.slice(0, 500)]
  ],
  sections: ["One", "Two", "Three"].map((title) => ({
    title,
    lines: Array.from({ length: 500 }, (_, n) => ({ text: hostile.slice(n, n + 300), url: `${pageUrl}teams/${n}` }))
  }))
}

const messages: ReadonlyArray<ChatMessage> = [...changes.map(changeMessage), digest, huge]

describe("Messages for people", () => {
  it("are what Slack and Teams document that they take, for every event type, digests, and hostile texts", () => {
    for (const message of messages) {
      assertSlackAccepts(chatBody("slack", message))
      assertTeamsAccepts(chatBody("teams", message))
    }
  })

  it("let no text of a strategy call people, make a link or format anything", () => {
    const slack = chatBody("slack", huge)
    assert.notInclude(slack, "<!")
    assert.include(slack, "&lt;!channel&gt; &amp; ")
    assert.notInclude(chatBody("teams", huge), '"TextBlock"')
  })

  it("say who changed what, old and new values that the sentence lacks, and where", () => {
    assert.deepStrictEqual(changeMessage(first("update_objective_status")), {
      title:
        "maya changed the status of objective “Halve the time to a first answer” from draft to on track: “The new inbox is in use.”",
      url: first("update_objective_status").url,
      facts: [
        ["Owner", "Maya Ito"],
        ["Team", "Customer Care"]
      ],
      sections: []
    })
    const named = { ...first("update_objective_status"), actorDisplayName: "Maya Ito" }
    assert.match(changeMessage(named).title, /^Maya Ito changed the status/)
    assert.deepStrictEqual(changeMessage({ ...named, owner: "Ada Brandt" }).facts, [
      ["Owner", "Ada Brandt"],
      ["Team", "Customer Care"]
    ])
    assert.include(changeMessage(first("update_objective_dates")).title, "from 30 Jun 2026 to 30 Sept 2026")
    assert.deepStrictEqual(changeMessage(first("update_initiative_placement")).facts, [
      ["Owner", "Ben Okoro"],
      ["Team", "Customer Care"]
    ])
  })
})

describe("The digest", () => {
  it("says what changed, what needs attention and what had no check-in, with links", () => {
    assert.deepStrictEqual(
      digest.sections.map(({ title }) => title),
      ["What changed", "Needs attention", "No check-in for two weeks"]
    )
    assert.strictEqual(digest.title, "Strategy digest, 1 March 2027")
    const [line] = digest.sections[1]?.lines ?? []
    assert.match(
      line?.text ?? "",
      /^Customer Care \(Ada Brandt\): “.*” is .*(?:overdue since|was due) 30 September 2026/
    )
    assert.match(line?.url ?? "", /^https:\/\/plans\.example\.org\/strategy\/teams\/.*\/objectives\//)
  })

  it("says in one line that nothing changed, and still what needs attention", () => {
    const { objectives } = teamOverview(team, "2027-03-01", utcDays)
    const quiet = digestMessage({
      changes: [],
      teams: [{ name: "Care", objectives }],
      date: "2027-03-01",
      days: utcDays,
      pageUrl: null
    })
    assert.deepStrictEqual(quiet.sections[0], { title: "What changed", lines: [{ text: "Nothing changed." }] })
    assert.strictEqual(quiet.sections[1]?.title, "Needs attention")
    assert.isUndefined(quiet.url)
  })
})
