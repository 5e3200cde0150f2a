import type { Field } from "../Field.ts"
import type { Edit, SentValue } from "./Edit.ts"
import type { Entries } from "./Entries.ts"

/**
 * The turns of edits that are one change set: the server takes some only after others, such as a later start after a later
 * due date.
 */

type Sent = Pick<Entries<Field, Edit>, "of" | "targets">

/** The edit whose answer a submission waits for. */
export const holderOf = ({ of, targets }: Sent, { place }: SentValue): Field | undefined =>
  place?.after === undefined ? undefined : targets.peek().find((other) => of(other).peek()?.sent?.key === place.after)

/** Resolves when the edit waits for no other. */
export const untilItsTurn = (edits: Sent, field: Field): Promise<void> =>
  new Promise((resolve) => {
    const { sent } = edits.of(field).peek() ?? {}
    const holder = sent && holderOf(edits, sent)
    if (holder === undefined) return resolve()
    const stop = edits.of(holder).subscribe((edit) => {
      if (edit?.sent?.key === sent?.place?.after) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
