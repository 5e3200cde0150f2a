/** What each event needs, for an agent that does not know the product. A test compares it with the table of events. */
export const eventGuide = `
An event is { eventType, targetId, data, lastSeenSequence }. In data, ? marks what may be left out; null is the same.
Everything named update_ or delete_ needs lastSeenSequence.
targetId is the team: create_principle { id?, title, description? }; create_objective { id?, title, description?, status?, statusNote?, owner?, startDate?, dueDate?, parentId? }.
targetId is the principle or the objective: update_description { description }; update_position { position }, from 0.
targetId is the objective or the initiative: update_owner { owner }, or none.
targetId is the principle: update_principle_title { title }; delete_principle {}.
targetId is the objective: update_objective_title { title }; update_objective_status { status, note? }, one of draft, on_track, at_risk, off_track, achieved, missed, the note saying why; update_objective_dates { startDate } or { dueDate }, never both, YYYY-MM-DD or none; update_objective_parent { parentId }, the objective of any team that it supports, or none; update_objective_principle_link { principleId, linked }; delete_objective {}; create_group { id?, name }; create_initiative { id?, title, status?, owner?, groupId? }; create_progress { id?, name, unit?, start, target, value? }, a measure.
targetId is the group: update_group_name { name }; delete_group {}, its initiatives stay.
targetId is the initiative: update_initiative_title { title }; update_initiative_status { status }, one of planned, active, done, dropped; update_initiative_placement { groupId, position? }, groupId may be none; delete_initiative {}.
targetId is the measure: update_progress_value { value, confidence?, note?, date? } for a check-in, or { retract } to take one out by its sequenceNumber, or { name?, unit?, start?, target? } to correct the measure; delete_progress {}.
To bring back what was deleted: its create event with data { id, asOf }, asOf being a sequence number at which it existed.
For admins: create_team { id?, name, color as #rrggbb }, without targetId; targetId is the team: update_team_name { name }; update_team_color { color }; delete_team {}; restore_history { sequenceNumber, teamId? }, without targetId, takes the whole strategy or a team back to what it was.`
