// Needs Node 20 or newer. TOKEN=strat_… node node.mjs, or PASSWORD=… node node.mjs

// 1. Sign in
// Create a token under Your account and send it as Authorization: Bearer strat_…: jobs that run on their own need one. Or sign in
// with a password: the session is a cookie, it ends after seven days, and requests that change something also need the header
// X-CSRF-Token: 1. The cookie is Secure: over plain http, curl and most browsers take it from 127.0.0.1 and localhost only, Safari
// and Python's cookie jar from nowhere. Elsewhere use https, or a token.
const { BASE = "http://127.0.0.1:3000", NAME = "admin", PASSWORD, TOKEN } = process.env
const headers = { "content-type": "application/json" }

const call = async (path, body, more = {}) => {
  const method = body === undefined ? "GET" : "POST"
  const response = await fetch(BASE + path, { method, headers: { ...headers, ...more }, body: JSON.stringify(body) })
  if (response.ok) return response
  throw Object.assign(new Error(`${path}: ${await response.text()}`), { status: response.status })
}

if (TOKEN) {
  headers.authorization = `Bearer ${TOKEN}`
} else {
  headers["x-csrf-token"] = "1"
  const signIn = await call("/api/auth/login", { username: NAME, password: PASSWORD })
  const { success, error } = await signIn.json()
  if (!success) throw new Error(error)
  headers.cookie = signIn.headers.getSetCookie()[0].split(";")[0]
}
const who = await (await call("/api/auth/me")).json()
console.log(`signed in as ${who.username}`)

// 2. Read
// Each view has an ETag: send it as If-None-Match to get a 304 without a body while nothing has changed.
const teams = await (await call("/api/teams")).json()
console.log(`${teams.length} teams`)

// 3. Write once
// With an Idempotency-Key, a request can be repeated after a lost answer: it is applied once and gets the same answer.
const submit = async (event, key = crypto.randomUUID()) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (await call("/api/events", event, { "idempotency-key": key })).json()
    } catch (error) {
      if (attempt === 5 || error.status < 500) throw error
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt))
    }
  }
}
const team = crypto.randomUUID()
const created = await submit({ eventType: "create_team", data: { id: team, name: "Node", color: "#336699" } })
console.log(`created by event ${created.sequenceNumber}`)

// 4. Notice a conflict
// An edit names the log position it is based on. If the field has changed since, the status is "rejected" and
// conflictingServerValue holds the current value: show both and let the user decide.
const { sequenceNumber: seen } = await (await call(`/api/teams/${team}/principles`)).json()
const rename = (name, lastSeenSequence) =>
  submit({ eventType: "update_team_name", targetId: team, data: { name }, lastSeenSequence })
const first = await rename("First come", seen)
const second = await rename("Second best", seen)
console.log(`${first.status}, then ${second.status}: it says "${second.conflictingServerValue}"`)

// 5. Follow changes
// The stream says what changed, but not how: fetch the views it names. After a lost connection, send the last id
// as Last-Event-ID to get exactly what you missed.
const stream = await call("/api/sse")
let text = ""
let told = false
for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
  const events = (text + chunk).split("\n\n")
  text = events.pop()
  for (const event of events) {
    const data = /^data: (.*)$/m.exec(event)?.[1]
    if (event.includes("event: ready"))
      submit({ eventType: "update_team_name", targetId: team, data: { name: "Heard" } })
    if (!event.includes("event: change")) continue
    console.log(`received event ${JSON.parse(data).sequenceNumber}`)
    told = true
  }
  if (told) break
}

// 6. Receive webhooks
// Sign id, timestamp and the raw body with the secret, and compare in constant time; refuse old timestamps. For 24 hours after a
// new secret there are two signatures: one that fits is enough. An event may arrive twice, with the same webhook-id. Plain http
// needs WEBHOOK_ALLOW.
const { createHash, createHmac, timingSafeEqual } = await import("node:crypto")
const { createServer } = await import("node:http")
const isGenuine = (secret, headers, body) => {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false
  const key = Buffer.from(secret.replace("whsec_", ""), "base64")
  const expected = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64")}`)
  return signatures
    .split(" ")
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
}
let secret = ""
const receiver = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const genuine = isGenuine(secret, request.headers, body)
  response.writeHead(genuine ? 204 : 401).end()
  if (genuine) console.log(`webhook: ${JSON.parse(body).type}`)
})
await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve))
const url = `http://127.0.0.1:${receiver.address().port}/`
const hook = await (await call("/api/admin/webhooks", { url })).json()
secret = hook.secret
await call(`/api/admin/webhooks/${hook.id}/test`, {})
await fetch(`${BASE}/api/admin/webhooks/${hook.id}`, { method: "DELETE", headers })
receiver.close()

// 7. Import from another system
// Make each id from the other system's key, as UUIDv5 in a namespace that is a UUID of yours: a job that runs every night then
// finds what it has imported, whatever people have renamed since. Read first and create what is missing: a creation that is
// tried again is logged as rejected. To follow the other system's edits too, keep the event of your own latest edit of each field,
// and send it as lastSeenSequence: what a person has changed since is then never overwritten.
// Spreadsheets, and what the page downloads, are imported by imports of the client package: a plan first, then applied, or undone.
const idFrom = (namespace, key) => {
  const hash = createHash("sha1").update(namespace.replaceAll("-", ""), "hex").update(key).digest()
  hash[6] = (hash[6] & 0x0f) | 0x50
  hash[8] = (hash[8] & 0x3f) | 0x80
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
const idOf = (key) => idFrom(team, `tickets:${key}`)
const rows = [
  { key: "PAY-1", title: "Pay in one click" },
  { key: "PAY-2", title: "Refund within a day" }
]
for (let night = 1; night <= 2; night++) {
  const { objectives } = await (await call(`/api/teams/${team}/objectives`)).json()
  const known = new Set(objectives.map(({ id }) => id))
  const missing = rows.filter(({ key }) => !known.has(idOf(key)))
  for (const { key, title } of missing)
    await submit({ eventType: "create_objective", targetId: team, data: { id: idOf(key), title } })
  console.log(`night ${night}: ${missing.length} imported`)
}

// 8. Feed reports
// The tables are CSV: /api/overview.csv, /api/measures.csv and /api/changes.csv. Send the ETag again to fetch them only when they
// have changed; a 304 has no body.
const table = await call("/api/overview.csv")
console.log((await table.text()).split("\n", 1)[0])
const again = await fetch(`${BASE}/api/overview.csv`, {
  headers: { ...headers, "if-none-match": table.headers.get("etag") }
})
console.log(`again: ${again.status}`)

// 9. Connect an agent
// Agents use the Model Context Protocol at /mcp, with a token only. Give them a read token unless they are to plan.
if (TOKEN) {
  const accept = "application/json, text/event-stream"
  const tools = await call("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }, { accept })
  console.log((await tools.text()).match(/"name":"get_overview"/)[0])
}
