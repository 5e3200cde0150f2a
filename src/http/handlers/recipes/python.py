# Needs Python 3.9 or newer. TOKEN=strat_… python3 python.py, or PASSWORD=… python3 python.py

# 1. Sign in
# Create a token under Your account and send it as Authorization: Bearer. Or sign in with a password: the session is a cookie,
# and requests that change something also need the header X-CSRF-Token: 1.
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
