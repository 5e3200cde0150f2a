import * as texts from "../../texts/SharedTexts.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

/** Whether changes by others arrive. */
export const ConnectionState = () => {
  const { stream } = useWorkspace()
  const now = stream.connection.value
  const hint = now === "waiting" ? texts.connection.waitingHint : texts.connection.liveHint
  return (
    <span class={`connection ${now}`} role="status" title={hint}>
      <span class="dot" aria-hidden="true" />
      <span class="word">{texts.connection[now]}</span>
      {now === "waiting" && (
        <button type="button" class="small" onClick={() => stream.request("reconnect")}>
          {texts.common.retry}
        </button>
      )}
    </span>
  )
}
