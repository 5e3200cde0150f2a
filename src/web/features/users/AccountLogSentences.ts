import type { AccountAction, AccountEntry } from "../../../domain/AccountEntry.ts"

/** Details that name the actor in the sentence, so that they are not repeated after it. */
const actorByDetail: Readonly<Record<string, string>> = { script: "A script", "first start": "The first start" }

const detailsOf = ({ detail }: AccountEntry): ReadonlyArray<string> => (detail === null ? [] : detail.split("; "))

const actorOf = (entry: AccountEntry): string =>
  entry.actorName ?? detailsOf(entry).flatMap((detail) => actorByDetail[detail] ?? [])[0] ?? "Somebody not signed in"

const subjectOf = ({ subjectName }: AccountEntry): string => subjectName ?? "several users"

/** A sentence: `who` is its beginning, `what` the rest. */
export interface Sentence {
  readonly who: string
  readonly what: string
}

const byActor = (what: (entry: AccountEntry) => string) => (entry: AccountEntry) => ({
  who: actorOf(entry),
  what: what(entry)
})

const ofSubject = (what: (entry: AccountEntry) => string) => (entry: AccountEntry) => ({
  who: entry.subjectName ?? "Several users",
  what: what(entry)
})

const sentences: Readonly<Record<AccountAction, (entry: AccountEntry) => Sentence>> = {
  login: ofSubject(() => "signed in"),
  login_failed: (entry) => ({
    who: entry.subjectName ?? "Other names",
    what: entry.count === 1 ? "was refused a sign-in" : `was refused ${entry.count} sign-ins within a minute`
  }),
  locked: ofSubject(({ count }) =>
    count === 1
      ? "was locked after too many wrong passwords"
      : `was locked after too many wrong passwords; ${count} tries were refused in all`
  ),
  unlocked: byActor((entry) => `unlocked ${subjectOf(entry)}`),
  logout: (entry) => {
    if (!detailsOf(entry).includes("replaced")) return ofSubject(() => "signed out")(entry)
    return entry.actorName === null || entry.actorName === entry.subjectName
      ? ofSubject(() => "signed in anew, which ended the session before")(entry)
      : { who: entry.actorName, what: `signed in where ${subjectOf(entry)} was, whose session that ended` }
  },
  user_created: byActor((entry) => `added ${subjectOf(entry)} as ${detailsOf(entry)[0] ?? "user"}`),
  role_changed: byActor((entry) => `changed the role of ${subjectOf(entry)} from ${detailsOf(entry)[0] ?? "another"}`),
  password_changed: ofSubject(() => "changed their password"),
  password_reset: byActor((entry) => `set a new password for ${subjectOf(entry)}`),
  user_deleted: byActor((entry) => `deleted ${subjectOf(entry)}`),
  rebuild: byActor(() => "rebuilt the history from the log"),
  import: byActor(() => "imported an archive")
}

/** Actions whose first detail is part of the sentence. */
const actionsWithDetail: ReadonlySet<AccountAction> = new Set(["user_created", "role_changed"])

export const sentenceOf = (entry: AccountEntry): Sentence => sentences[entry.action](entry)

/** The details of an entry that its sentence does not contain. */
export const remainingDetails = (entry: AccountEntry): ReadonlyArray<string> =>
  detailsOf(entry)
    .slice(actionsWithDetail.has(entry.action) ? 1 : 0)
    .filter((detail) => detail !== "replaced" && actorByDetail[detail] === undefined)

/** Whether admins should notice the entry: refused sign-ins and locked accounts. */
export const isWarning = ({ action }: AccountEntry): boolean => action === "login_failed" || action === "locked"
