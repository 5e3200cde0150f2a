import type { ComponentChildren } from "preact"
import type { PersonSessionBody } from "../../contract/PageApi.ts"
import * as texts from "../../texts/SessionTexts.ts"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import { deviceOf } from "../Device.ts"
import { TimeAgo } from "./TimeAgo.tsx"

interface Props {
  readonly session: PersonSessionBody
  /** Follows the device. */
  readonly children?: ComponentChildren
}

/** On which device, from where and since when somebody is signed in. */
export const SessionSummary = ({ session, children }: Props) => {
  const { address, createdAt, lastSeenAt, userAgent } = session
  return (
    <>
      <p title={userAgent ?? undefined}>
        <strong>{deviceOf(userAgent)}</strong> {children}
      </p>
      <p class="quiet small-text">
        {address ?? texts.unknownPlace} · <TimeAgo timestamp={lastSeenAt} text={texts.seen} /> ·{" "}
        {texts.since(formatTimestamp(createdAt))}
      </p>
    </>
  )
}
