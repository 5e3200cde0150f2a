import { connection, reconnect } from "../live/Live.ts"
import { texts } from "../texts/Texts.ts"

/** Whether others' changes arrive: a dot and a word. */
export const ConnectionState = () => {
  const now = connection.value
  const hint = now === "waiting" ? texts.connection.waitingHint : texts.connection.liveHint
  return (
    <span class={`connection ${now}`} role="status" title={hint}>
      <span class="dot" aria-hidden="true" />
      <span class="word">{texts.connection[now]}</span>
      {now === "waiting" && (
        <button type="button" class="small" onClick={reconnect}>
          {texts.common.retry}
        </button>
      )}
    </span>
  )
}
