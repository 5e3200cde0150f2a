#!/bin/sh
# Needs curl. TOKEN=strat_… sh shell.sh, or PASSWORD=… sh shell.sh

# 1. Sign in
# Create a token under Your account and send it as Authorization: Bearer. Or sign in with a password: the session is a cookie,
# and requests that change something also need the header X-CSRF-Token: 1.
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
# The stream says what changed, but not how: fetch the views it names. Without --max-time it runs forever.
curl --silent --no-buffer --max-time 2 --cookie "$JAR" --header "$CALLER" "$BASE/api/sse" || [ $? -eq 28 ]
