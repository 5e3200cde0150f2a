# Needs Python 3.9 or newer. TOKEN=strat_… python3 python.py, or PASSWORD=… python3 python.py

# 1. Sign in
# Create a token under Your account and send it as Authorization: Bearer strat_…: jobs that run on their own need one. Or sign in
# with a password: the session is a cookie, it ends after seven days, and requests that change something also need the header
# X-CSRF-Token: 1. The cookie is Secure: over plain http, curl and most browsers take it from 127.0.0.1 and localhost only, Safari
# and Python's cookie jar from nowhere. Elsewhere use https, or a token.
import json
import os
import time
import urllib.request
import uuid

BASE = os.environ.get("BASE", "http://127.0.0.1:3000")
headers = {"Content-Type": "application/json"}


def call(path, body=None, **more):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data=data, headers={**headers, **more})
    return urllib.request.urlopen(request, timeout=60)


if "TOKEN" in os.environ:
    headers["Authorization"] = "Bearer " + os.environ["TOKEN"]
else:
    headers["X-CSRF-Token"] = "1"
    name, password = os.environ.get("NAME", "admin"), os.environ["PASSWORD"]
    signed_in = call("/api/auth/login", {"username": name, "password": password})
    answer = json.load(signed_in)
    if not answer["success"]:
        raise SystemExit(answer["error"])
    headers["Cookie"] = signed_in.headers["Set-Cookie"].split(";")[0]
print("signed in as", json.load(call("/api/auth/me"))["username"])

# 2. Read
# Each view has an ETag: send it as If-None-Match to get a 304 without a body while nothing has changed.
print(len(json.load(call("/api/teams"))), "teams")


# 3. Write once
# With an Idempotency-Key, a request can be repeated after a lost answer: it is applied once and gets the same answer.
def submit(event, key=None):
    key = key or str(uuid.uuid4())
    for attempt in range(5):
        try:
            return json.load(call("/api/events", event, **{"Idempotency-Key": key}))
        except OSError as error:
            if attempt == 4 or getattr(error, "code", 503) < 500:
                raise
            time.sleep(2**attempt)


team = str(uuid.uuid4())
created = submit({"eventType": "create_team", "data": {"id": team, "name": "Python", "color": "#336699"}})
print("created by event", created["sequenceNumber"])

# 4. Notice a conflict
# An edit names the log position it is based on. If the field has changed since, the status is "rejected" and
# conflictingServerValue holds the current value: show both and let the user decide.
seen = json.load(call(f"/api/teams/{team}/principles"))["sequenceNumber"]


def rename(name, **based_on):
    return submit({"eventType": "update_team_name", "targetId": team, "data": {"name": name}, **based_on})


first = rename("First come", lastSeenSequence=seen)
second = rename("Second best", lastSeenSequence=seen)
print(f"{first['status']}, then {second['status']}: it says \"{second['conflictingServerValue']}\"")

# 5. Follow changes
# The stream says what changed, but not how: fetch the views it names. After a lost connection, send the last id
# as Last-Event-ID to get exactly what you missed.
event = None
for line in call("/api/sse"):
    name, _, value = line.decode().rstrip("\n").partition(": ")
    if name == "event":
        event = value
        if event == "ready":
            rename("Heard")
    if name == "data" and event == "change":
        print("received event", json.loads(value)["sequenceNumber"])
        break

# 6. Receive webhooks
# Sign id, timestamp and the raw body with the secret, and compare in constant time; refuse old timestamps. For 24 hours after a
# new secret there are two signatures: one that fits is enough. An event may arrive twice, with the same webhook-id. Plain http
# needs WEBHOOK_ALLOW.
import base64
import hashlib
import hmac
import http.server
import threading


def is_genuine(secret, headers, body):
    moment = headers["webhook-timestamp"]
    if abs(time.time() - int(moment)) > 300:
        return False
    key = base64.b64decode(secret.replace("whsec_", ""))
    signed = f"{headers['webhook-id']}.{moment}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(one, expected) for one in headers["webhook-signature"].split(" "))


secret = ""


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(secret, self.headers, body)
        if genuine:
            print("webhook:", json.loads(body)["type"])
        self.send_response(204 if genuine else 401)
        self.end_headers()


receiver = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
hook = json.load(call("/api/admin/webhooks", {"url": f"http://127.0.0.1:{receiver.server_port}/"}))
secret = hook["secret"]
call(f"/api/admin/webhooks/{hook['id']}/test", {})
removal = urllib.request.Request(BASE + "/api/admin/webhooks/" + hook["id"], headers=headers, method="DELETE")
urllib.request.urlopen(removal)
receiver.shutdown()


# 7. Import from another system
# Make each id from the other system's key, as UUIDv5 in a namespace that is a UUID of yours: a job that runs every night then
# finds what it has imported, whatever people have renamed since. Read first and create what is missing: a creation that is
# tried again is logged as rejected. To follow the other system's edits too, keep the event of your own latest edit of each field,
# and send it as lastSeenSequence: what a person has changed since is then never overwritten.
# Spreadsheets, and what the page downloads, are imported by imports of the client package: a plan first, then applied, or undone.
def id_from(namespace, key):
    return str(uuid.uuid5(uuid.UUID(namespace), key))


def id_of(key):
    return id_from(team, f"tickets:{key}")


rows = [("PAY-1", "Pay in one click"), ("PAY-2", "Refund within a day")]
for night in (1, 2):
    known = {objective["id"] for objective in json.load(call(f"/api/teams/{team}/objectives"))["objectives"]}
    missing = [row for row in rows if id_of(row[0]) not in known]
    for key, title in missing:
        submit({"eventType": "create_objective", "targetId": team, "data": {"id": id_of(key), "title": title}})
    print(f"night {night}: {len(missing)} imported")

# 8. Feed reports
# The tables are CSV: /api/overview.csv, /api/measures.csv and /api/changes.csv. Send the ETag again to fetch them only when they
# have changed; a 304 has no body.
import csv
import urllib.error

table = call("/api/overview.csv")
print(next(csv.reader(line.decode() for line in table)))
try:
    call("/api/overview.csv", **{"If-None-Match": table.headers["ETag"]})
except urllib.error.HTTPError as error:
    print("again:", error.code)

# 9. Connect an agent
# Agents use the Model Context Protocol at /mcp, with a token only. Give them a read token unless they are to plan.
if "TOKEN" in os.environ:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    tools = call("/mcp", request, Accept="application/json, text/event-stream").read().decode()
    print("get_overview" in tools)
