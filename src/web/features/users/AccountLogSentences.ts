import type { AccountAction, AccountEntry } from "../../../domain/AccountEntry.ts"
import { formatList } from "../../texts/values/PageFormats.ts"

/** Details that name the actor in the sentence, so that they are not repeated after it. */
const actorByDetail: Readonly<Record<string, string>> = {
  script: "A script",
  "first start": "The initial setup",
  "company sign-in": "The company sign-in"
}

/** What an archive contains besides the log, by the details of its export. */
const archiveParts: Readonly<Record<string, string>> = { users: "people", webhooks: "webhooks" }

/** The first detail is part of the sentence. */
const actionsWithDetail: ReadonlySet<AccountAction> = new Set([
  "user_created",
  "role_changed",
  "webhook_created",
  "webhook_changed",
  "webhook_deleted",
  "webhook_resent",
  "webhook_skipped",
  "webhook_tested",
  "session_ended",
  "token_created",
  "token_revoked"
])

/** A name that belongs to no user is logged as a hash; those of earlier releases all as zeros. */
const nameOf = (subjectName: string): string =>
  subjectName.replace(/^unknown:0{8}$/, "An unknown username").replace(/^unknown:(?=[0-9a-f]{8}$)/, "Unknown username ")

const detailsOf = ({ detail }: AccountEntry): ReadonlyArray<string> => (detail === null ? [] : detail.split("; "))

const severalNames = (action: AccountAction): string =>
  action === "login_failed" ? "Other usernames" : "Several people"

type Sentence = readonly [beginning: string, rest: string]

/** Whose it is, unless it is the actor's own. */
const ofOther = ({ actorName, subjectName }: AccountEntry, preposition = "of"): string =>
  actorName === subjectName ? "" : ` ${preposition} ${subjectName}`

export const sentenceOf = (entry: AccountEntry): Sentence => {
  const { action, actorName, subjectName, count } = entry
  const details = detailsOf(entry)
  const actor = actorName ?? details.flatMap((detail) => actorByDetail[detail] ?? [])[0] ?? "Someone not signed in"
  const subject = subjectName ?? "several people"
  const user = subjectName === null ? severalNames(action) : nameOf(subjectName)
  const host = details[0] ?? "an unknown address"
  const parts = details.flatMap((detail) => archiveParts[detail] ?? [])
  const locked = "was locked out after too many wrong passwords"
  const isReplaced = details.includes("replaced")
  const sentences: Readonly<Record<AccountAction, Sentence>> = {
    login: [user, "signed in"],
    login_failed: [user, count === 1 ? "failed to sign in" : `failed to sign in ${count} times within a minute`],
    locked: [user, count === 1 ? locked : `${locked}; ${count} attempts were rejected`],
    unlocked: [actor, `unlocked ${subject}`],
    logout:
      isReplaced && actorName !== null && actorName !== subjectName
        ? [actorName, `signed in where ${subject} was signed in, ending that session`]
        : [user, isReplaced ? "signed in again, ending the previous session" : "signed out"],
    user_created: [actor, `added ${subject} as ${details[0] ?? "user"}`],
    role_changed: [actor, `changed the role of ${subject} from ${details[0] ?? "another"}`],
    password_changed: [user, "changed their password"],
    profile_changed: [user, "changed their display name"],
    password_reset: [actor, `set a new password for ${subject}`],
    user_deleted: [actor, `deleted ${subject}`],
    user_linked: [actor, `linked ${subject} to the company sign-in`],
    user_invited: [actor, `gave ${subject} a link to choose a password`],
    invitation_used: [user, "chose a password by their link"],
    rebuild: [actor, "rebuilt the history"],
    import: [actor, "imported an archive"],
    redacted: [actor, "removed text from the history"],
    sample_loaded: [actor, "loaded the sample strategy"],
    webhook_created: [actor, `added a webhook for ${host}`],
    webhook_changed: [actor, `changed the ${details.includes("secret") ? "secret of the " : ""}webhook for ${host}`],
    webhook_deleted: [actor, `deleted the webhook for ${host}`],
    webhook_resent: [actor, `resent events to ${host}`],
    webhook_skipped: [actor, `skipped a failing delivery to ${host}`],
    webhook_tested: [actor, `tested the webhook for ${host}`],
    archive_exported: [actor, `exported an archive${parts.length === 0 ? "" : ` with ${formatList(parts)}`}`],
    session_ended: [actor, `ended ${details[0]}${ofOther(entry)}`],
    token_created: [actor, `created a token (${details[0]})${ofOther(entry, "for")}`],
    token_revoked: [actor, `revoked a token (${details[0]})${ofOther(entry)}`]
  }
  return sentences[action]
}

/** The details of an entry that its sentence does not contain. */
export const remainingDetails = (entry: AccountEntry): ReadonlyArray<string> =>
  detailsOf(entry)
    .slice(actionsWithDetail.has(entry.action) ? 1 : 0)
    .filter(
      (detail) => detail !== "replaced" && actorByDetail[detail] === undefined && archiveParts[detail] === undefined
    )
    .filter((detail) => entry.action !== "webhook_changed" || detail !== "secret")
    .map((detail) =>
      entry.action.startsWith("webhook_") && !detail.startsWith("event ") ? `webhook ${detail}` : detail
    )

/** Whether admins should notice the entry: refused sign-ins and locked accounts. */
export const isWarning = ({ action }: AccountEntry): boolean => action === "login_failed" || action === "locked"
