import { useSignal } from "@preact/signals"
import { useEffect, useId, useMemo } from "preact/hooks"
import type { AccountEntry } from "../../../domain/AccountEntry.ts"
import { usernameLength } from "../../../shared/Limits.ts"
import { AdminOnly, AdminPageHeader } from "../../parts/AdminPage.tsx"
import { DayList } from "../../parts/lists/DayList.tsx"
import { pagedList } from "../../parts/lists/PagedList.ts"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { isWarning, remainingDetails, sentenceOf } from "./AccountLogSentences.ts"
import * as texts from "./AccountLogTexts.ts"
import { makeUsers } from "./UserList.ts"

const Row = ({ entry }: { readonly entry: AccountEntry }) => {
  const [who, what] = sentenceOf(entry)
  const { timestamp, lastAt, count, address, requestId } = entry
  return (
    <li class={`entry ${isWarning(entry) ? "rejected" : ""}`}>
      <p class="entry-what">
        {isWarning(entry) && <Icon name="warning" />} {who === entry.actorName && <Avatar name={who} />}
        <strong>{who}</strong> {what}
      </p>
      <p class="entry-meta">
        <time dateTime={timestamp} title={timestamp}>
          {formatTimestamp(timestamp)}
        </time>
        {lastAt !== null && count > 1 && (
          <span>
            {texts.lastAttempt}{" "}
            <time dateTime={lastAt} title={lastAt}>
              {formatTimestamp(lastAt)}
            </time>
          </span>
        )}
        {address !== null && <span>{texts.from(address)}</span>}
        {remainingDetails(entry).map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
        {requestId !== null && <span>{texts.request(requestId)}</span>}
      </p>
    </li>
  )
}

interface FilterProps {
  readonly username: string
  readonly onChoose: (username: string) => void
}

const Filter = ({ username, onChoose }: FilterProps) => {
  const id = useId()
  const users = useFeatureState(makeUsers)
  useEffect(() => {
    if (users.list.peek() === undefined) void users.refresh()
  }, [])
  return (
    <search>
      <form
        class="jump"
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(String(new FormData(event.currentTarget).get("username")).trim())
        }}
      >
        <input
          name="username"
          list={id}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={usernameLength}
          placeholder={texts.username}
          aria-label={texts.username}
          key={username}
          defaultValue={username}
        />
        <datalist id={id}>
          {users.list.value?.map((user) => (
            <option key={user.id} value={user.username} />
          ))}
        </datalist>
        <button type="submit" class="button">
          {texts.filter}
        </button>
        {username !== "" && (
          <button type="button" class="button" onClick={() => onChoose("")}>
            {texts.all}
          </button>
        )}
      </form>
    </search>
  )
}

const AccountLogPage = () => {
  const { api } = useWorkspace()
  const username = useSignal("")
  const name = username.value
  const log = useMemo(() => pagedList((before) => api.accountLog(name, before)), [name])
  useEffect(() => {
    void log.loadOlder()
  }, [log])
  return (
    <div class="users account-log">
      <AdminPageHeader current="accountLog">
        <button type="button" class="button" onClick={log.reload}>
          {texts.refresh}
        </button>
      </AdminPageHeader>
      <div class="log-head">
        <p class="quiet" role="status">
          {name === "" ? texts.hint : texts.of(name)}
        </p>
        <Filter username={name} onChoose={(chosen) => (username.value = chosen)} />
      </div>
      <DayList
        list={log}
        entries={log.entries.value ?? []}
        heading={2}
        none={name === "" ? texts.empty : texts.emptyOf(name)}
        unreachable={texts.notLoaded}
        row={(entry) => <Row key={entry.id} entry={entry} />}
      />
    </div>
  )
}

/** The page with the account log, for admins. */
export const AccountLog = () => <AdminOnly page={AccountLogPage} />
