BASE=${BASE:-http://127.0.0.1:3000}
api() { curl -sS -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; echo; }
TEAM=$(node -p 'crypto.randomUUID()')
api "$BASE/api/events" -d '{"eventType":"create_team","data":{"id":"'"$TEAM"'","name":"Payments","color":"#1f5fbf"}}'
api "$BASE/api/events" -d '{"eventType":"create_principle","targetId":"'"$TEAM"'","data":{"title":"Boring technology"}}'
api "$BASE/api/events" -d '{"eventType":"create_objective","targetId":"'"$TEAM"'","data":{"title":"Pay in one click"}}'
api "$BASE/api/teams/$TEAM/objectives"
api "$BASE/api/history/entity/$TEAM"
