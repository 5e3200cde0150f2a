#!/bin/sh
# Needs curl. TOKEN=strat_… sh shell.sh, or PASSWORD=… sh shell.sh

# 1. Sign in
# Create a token under Your account and send it as Authorization: Bearer strat_…: jobs that run on their own need one. Or sign in
# with a password: the session is a cookie, it ends after seven days, and requests that change something also need the header
# X-CSRF-Token: 1. The cookie is Secure: over plain http, curl and most browsers take it from 127.0.0.1 and localhost only, Safari
# and Python's cookie jar from nowhere. Elsewhere use https, or a token.
set -eu
BASE=${BASE:-http://127.0.0.1:3000}
JAR=$(mktemp)
trap 'rm -f "$JAR"' EXIT
CALLER=${TOKEN:+Authorization: Bearer $TOKEN}
CALLER=${CALLER:-X-CSRF-Token: 1}
call() {
  curl --silent --show-error --fail-with-body --cookie "$JAR" --cookie-jar "$JAR" \
    --header "$CALLER" --header 'Content-Type: application/json' "$@"
  echo
}
[ -n "${TOKEN:-}" ] || call "$BASE/api/auth/login" --data "{\"username\":\"${NAME:-admin}\",\"password\":\"$PASSWORD\"}"

# 2. Read
# Each view has an ETag: send it as If-None-Match to get a 304 without a body while nothing has changed.
call "$BASE/api/teams"

# 3. Write once
# With an Idempotency-Key, a request can be repeated after a lost answer: it is applied once and gets the same answer.
KEY=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
TEAM=$(echo "$KEY" | sed 's/^\(.\{8\}\)\(.\{4\}\)\(.\{4\}\)\(.\{4\}\)/\1-\2-\3-\4-/')
CREATION="{\"eventType\":\"create_team\",\"data\":{\"id\":\"$TEAM\",\"name\":\"Shell\",\"color\":\"#336699\"}}"
call "$BASE/api/events" --header "Idempotency-Key: $KEY" --data "$CREATION"
call "$BASE/api/events" --header "Idempotency-Key: $KEY" --data "$CREATION"

# 4. Notice a conflict
# An edit names the log position it is based on. If the field has changed since, the status is "rejected" and
# conflictingServerValue holds the current value: show both and let the user decide.
rename() {
  call "$BASE/api/events" --data \
    "{\"eventType\":\"update_team_name\",\"targetId\":\"$TEAM\",\"data\":{\"name\":\"$1\"},\"lastSeenSequence\":$2}"
}
SEEN=$(call "$BASE/api/teams/$TEAM/principles" | sed 's/.*"sequenceNumber":\([0-9]*\).*/\1/')
rename "First come" "$SEEN"
rename "Second best" "$SEEN"

# 5. Follow changes
# The stream says what changed, but not how: fetch the views it names. After a lost connection, send the last id
# as Last-Event-ID to get exactly what you missed.
curl --silent --no-buffer --max-time 2 --cookie "$JAR" --header "$CALLER" "$BASE/api/sse" || [ $? -eq 28 ]
# Without --max-time it runs for ever.

# 6. Receive webhooks
# Sign id, timestamp and the raw body with the secret, and compare in constant time; refuse old timestamps. For 24 hours after a
# new secret there are two signatures: one that fits is enough. An event may arrive twice, with the same webhook-id. Plain http
# needs WEBHOOK_ALLOW.
HOOK=$(call "$BASE/api/admin/webhooks" --data '{"url":"https://hooks.example.org/strategy","enabled":false}')
HOOK_ID=$(echo "$HOOK" | sed 's/.*"id":"\([^"]*\)".*/\1/')
call "$BASE/api/admin/webhooks/$HOOK_ID/deliveries"
call "$BASE/api/admin/webhooks/$HOOK_ID" --request DELETE

# 7. Import from another system
# Make each id from the other system's key, as UUIDv5 in a namespace that is a UUID of yours: a job that runs every night then
# finds what it has imported, whatever people have renamed since. Read first and create what is missing: a creation that is
# tried again is logged as rejected. To follow the other system's edits too, keep the event of your own latest edit of each field,
# and send it as lastSeenSequence: what a person has changed since is then never overwritten.
# Spreadsheets, and what the page downloads, are imported by imports of the client package: a plan first, then applied, or undone.
id_from() {
  {
    for BYTE in $(echo "$1" | tr -d - | sed 's/../& /g'); do printf "\\$(printf %03o "0x$BYTE")"; done
    printf %s "$2"
  } | sha1sum | sed -e 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\)\(.\{4\}\)\(.\{12\}\).*/\1-\2-5\3-\4-\5/' \
    -e 's/^\(.\{19\}\)[048c]/\18/' -e 's/^\(.\{19\}\)[159d]/\19/' -e 's/^\(.\{19\}\)[26ae]/\1a/' -e 's/^\(.\{19\}\)[37bf]/\1b/'
}
import_ticket() {
  ID=$(id_from "$TEAM" "tickets:$1")
  call "$BASE/api/teams/$TEAM/objectives" | grep -q "$ID" && return
  call "$BASE/api/events" --data \
    "{\"eventType\":\"create_objective\",\"targetId\":\"$TEAM\",\"data\":{\"id\":\"$ID\",\"title\":\"$2\"}}"
}
for NIGHT in 1 2; do
  echo "night $NIGHT"
  import_ticket PAY-1 "Pay in one click"
  import_ticket PAY-2 "Refund within a day"
done

# 8. Feed reports
# The tables are CSV: /api/overview.csv, /api/measures.csv and /api/changes.csv. Send the ETag again to fetch them only when they
# have changed; a 304 has no body.
call "$BASE/api/overview.csv" --etag-save "$JAR.etag" | head -1
call "$BASE/api/overview.csv" --etag-compare "$JAR.etag" --output /dev/null --write-out 'again: %{http_code}'
rm -f "$JAR.etag"

# 9. Connect an agent
# Agents use the Model Context Protocol at /mcp, with a token only. Give them a read token unless they are to plan.
[ -z "${TOKEN:-}" ] || call "$BASE/mcp" --header 'Accept: application/json, text/event-stream' \
  --data '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}' | grep -o '"name":"get_overview"'
