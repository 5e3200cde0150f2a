// Needs Node 20 or newer. TOKEN=strat_… node node.mjs, or PASSWORD=… node node.mjs

// 1. Sign in
// Create a token under Your account and send it as Authorization: Bearer. Or sign in with a password: the session is a cookie,
// and requests that change something also need the header X-CSRF-Token: 1.
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
