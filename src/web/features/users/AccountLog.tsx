import { useSignal } from "@preact/signals"
import { useEffect, useId, useMemo } from "preact/hooks"
import type { AccountEntry } from "../../../domain/AccountEntry.ts"
import { usernameLength } from "../../../shared/Limits.ts"
import { byDay } from "../../parts/Days.ts"
import { Icon } from "../../parts/Icon.tsx"
import { More } from "../../parts/More.tsx"
import { NotLoaded } from "../../parts/NotLoaded.tsx"
import { dayWord } from "../../texts/DayWord.ts"
import { dayOf, moment } from "../../texts/Formats.ts"
import { useOwn, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { accountLog, type AccountLog as Log } from "./AccountLogPages.ts"
import { isWarning, restOf, sentenceOf, accountLogTexts as words } from "./AccountLogTexts.ts"
import { Admins, UsersHead } from "./Admins.tsx"
import { makeUsers } from "./UserList.ts"

const Entry = ({ entry }: { readonly entry: AccountEntry }) => {
  const { who, what } = sentenceOf(entry)
  const { timestamp, address, requestId } = entry
  return (
    <li class={`entry ${isWarning(entry) ? "rejected" : ""}`}>
      <p class="entry-what">
        {isWarning(entry) && <Icon name="warning" />} <strong>{who}</strong> {what}
      </p>
      <p class="entry-meta">
        <time dateTime={timestamp} title={timestamp}>
          {moment(timestamp)}
        </time>
        {address !== null && <span>{words.from(address)}</span>}
        {restOf(entry).map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
        {requestId !== null && <span>{words.request(requestId)}</span>}
      </p>
    </li>
  )
}

const List = ({ log, username }: { readonly log: Log; readonly username: string }) => {
  const entries = log.entries.value
  const trouble = log.trouble.value
  if (entries === undefined && trouble !== undefined) {
    return (
      <NotLoaded failure={trouble} retry={() => void log.older()}>
        <p>{words.notLoaded}</p>
      </NotLoaded>
    )
  }
  return (
    <div class="history" aria-busy={log.isLoading.value}>
      {byDay(entries ?? [], dayOf).map(({ day, key, entries }) => (
        <section key={key}>
          <h2>{dayWord(day)}</h2>
          <ol>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {entries?.length === 0 && <p class="quiet">{username === "" ? words.empty : words.emptyOf(username)}</p>}
      {trouble !== undefined && (
        <p class="trouble" role="alert">
          {words.notLoaded}
        </p>
      )}
      <More
        isLoading={log.isLoading.value}
        hasTrouble={trouble !== undefined}
        hasMore={log.hasMore.value}
        isEmpty={entries === undefined || entries.length === 0}
        older={() => void log.older()}
      />
    </div>
  )
}

interface FilterProps {
  readonly username: string
  readonly onChoose: (username: string) => void
}

const Filter = ({ username, onChoose }: FilterProps) => {
  const id = useId()
  const users = useOwn(makeUsers)
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
          placeholder={words.username}
          aria-label={words.username}
          key={username}
          defaultValue={username}
        />
        <datalist id={id}>
          {users.list.value?.map((user) => (
            <option key={user.id} value={user.username} />
          ))}
        </datalist>
        <button type="submit" class="button">
          {words.filter}
        </button>
        {username !== "" && (
          <button type="button" class="button" onClick={() => onChoose("")}>
            {words.all}
          </button>
        )}
      </form>
    </search>
  )
}

const Whole = () => {
  const { api } = useWorkspace()
  const username = useSignal("")
  /** Counts how often it was asked for anew. */
  const turn = useSignal(0)
  const name = username.value
  const log = useMemo(() => accountLog(api, name), [name, turn.value])
  useEffect(() => {
    void log.older()
  }, [log])
  return (
    <div class="users account-log">
      <UsersHead here="accountLog">
        <button
          type="button"
          class="button"
          onClick={() => {
            turn.value += 1
          }}
        >
          {words.refresh}
        </button>
      </UsersHead>
      <div class="log-head">
        <p class="quiet" role="status">
          {name === "" ? words.hint : words.of(name)}
        </p>
        <Filter
          username={name}
          onChoose={(chosen) => {
            username.value = chosen
          }}
        />
      </div>
      <List log={log} username={name} />
    </div>
  )
}

/** Who did what to accounts and access, for admins. */
export const AccountLog = () => <Admins>{() => <Whole />}</Admins>
