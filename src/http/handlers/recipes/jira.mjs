// Nightly from Jira: each epic is an objective of one team. Needs Node 20 or newer.
// TOKEN=strat_… TEAM=<id> JIRA=https://….atlassian.net JIRA_AUTH=name:token JQL="type = Epic" node jira.mjs
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"

const {
  BASE = "http://127.0.0.1:3000",
  TOKEN,
  TEAM,
  JIRA,
  JIRA_AUTH = "",
  JQL = "type = Epic",
  STATE = "jira.json"
} = process.env

// The id follows from the issue's key, as UUIDv5 in the team's id as namespace, so no table of ids is needed.
const idFrom = (namespace, key) => {
  const hash = createHash("sha1").update(namespace.replaceAll("-", ""), "hex").update(key).digest()
  hash[6] = (hash[6] & 0x0f) | 0x50
  hash[8] = (hash[8] & 0x3f) | 0x80
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

const call = async (path, event) => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${TOKEN}` }
  const method = event === undefined ? "GET" : "POST"
  const response = await fetch(BASE + path, { method, headers, body: JSON.stringify(event) })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}
const submit = (event) => call("/api/events", event)

const jira = await fetch(`${JIRA}/rest/api/3/search/jql?fields=summary&maxResults=100&jql=${encodeURIComponent(JQL)}`, {
  headers: { authorization: `Basic ${btoa(JIRA_AUTH)}` }
})
if (!jira.ok) throw new Error(await jira.text())
const { issues } = await jira.json()

// By id, the title that Jira had last time, and the event of our latest edit: what a person changed after it is not overwritten,
// tonight or later. A night in which nothing changed in Jira writes nothing.
const seen = JSON.parse(await readFile(STATE, "utf8").catch(() => "{}"))
const { objectives } = await call(`/api/teams/${TEAM}/objectives`)
const made = new Set(objectives.map(({ id }) => id))
for (const { key, fields } of issues) {
  const id = idFrom(TEAM, key)
  const title = fields.summary
  const known = seen[id]
  if (known?.title === title) continue
  // 0: made by a run whose file is lost, so that every edit is a conflict from now on, and nothing is overwritten.
  const event = known?.event ?? 0
  seen[id] = { title, event }
  if (known === undefined && made.has(id)) continue
  const { status, sequenceNumber, rejectionReason } = known
    ? await submit({ eventType: "update_objective_title", targetId: id, data: { title }, lastSeenSequence: event })
    : await submit({ eventType: "create_objective", targetId: TEAM, data: { id, title } })
  if (status === "applied") seen[id].event = sequenceNumber
  console.log(`${key}: ${status}${rejectionReason ? ` (${rejectionReason})` : ""}`)
}
await writeFile(STATE, JSON.stringify(seen))
