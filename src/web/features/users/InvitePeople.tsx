import { useId } from "preact/hooks"
import { FormDialog } from "../../parts/dialogs/FormDialog.tsx"
import { failureText } from "../../texts/FailureTexts.ts"
import { useFeatureState, useWorkspace } from "../../workspace/UseWorkspace.ts"
import { people as texts } from "./InvitationTexts.ts"
import { listError, type PersonLine, peopleOf } from "./PersonLines.ts"
import { RoleSelect } from "./RoleSelect.tsx"
import { type InvitedList, makeUsers } from "./UserList.ts"
import * as userTexts from "./UserTexts.ts"

interface PreviewProps {
  readonly people: ReadonlyArray<PersonLine>
  readonly role: string
}

/** Who will be invited, as the lines are read. */
const Preview = ({ people, role }: PreviewProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too.
  <section class="invited" tabIndex={0} aria-label={texts.preview}>
    <table>
      <thead>
        <tr>
          <th scope="col">{texts.line}</th>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.username}</th>
          <th scope="col">{userTexts.role}</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ line, username, displayName, error }) => (
          <tr key={line}>
            <td class="quiet">{line}</td>
            <td class={displayName === null ? "quiet" : ""}>{displayName ?? texts.asked}</td>
            <td>
              {username}
              {error !== "" && <p class="trouble">{error}</p>}
            </td>
            <td>{role}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Form = ({ invited }: { readonly invited: InvitedList }) => {
  const { api } = useWorkspace()
  const users = useFeatureState(makeUsers)
  const id = useId()
  const { text, role } = invited
  const people = peopleOf(text, users.list.value?.map(({ username }) => username) ?? [])
  const change = (part: Partial<InvitedList>): void => {
    users.invited.value = { ...invited, ...part }
  }
  const submit = async () => {
    const error = listError(people)
    if (error !== "") return error
    const sent = people.map(({ username, displayName }) => ({ username, displayName, role }))
    const answer = await users.change(api.invite(sent))
    if (!answer.ok) return failureText(answer.failure)
    users.hand({ isReset: false, invitations: answer.value })
    return ""
  }
  return (
    <FormDialog
      title={texts.title}
      label={texts.submit(people.length)}
      submit={submit}
      onClose={() => {
        users.invited.value = undefined
      }}
    >
      <div class="form-field">
        <label for={id}>
          <span>{texts.list}</span>
        </label>
        <textarea
          id={id}
          rows={5}
          autofocus
          spellcheck={false}
          autocapitalize="none"
          aria-describedby={`${id}-hint`}
          value={text}
          onInput={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <p id={`${id}-hint`} class="quiet small-text">
          {texts.listHint}
        </p>
      </div>
      <RoleSelect
        value={role}
        label={userTexts.role}
        hint={userTexts.roleHints[role]}
        onChoose={(chosen) => change({ role: chosen })}
      />
      {people.length > 0 && <Preview people={people} role={userTexts.roles[role]} />}
    </FormDialog>
  )
}

/** Asks for a list of people, and shows how it is read before it is sent. */
export const InvitePeople = () => {
  const invited = useFeatureState(makeUsers).invited.value
  return invited === undefined ? null : <Form invited={invited} />
}
