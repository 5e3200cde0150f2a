import { calledName } from "../../../shared/words/Owners.ts"
import type { InvitationBody } from "../../contract/PageApi.ts"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { SecretNotice } from "../../parts/dialogs/SecretNotice.tsx"
import { basePath } from "../../session/Addresses.ts"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import { invitations as texts } from "./InvitationTexts.ts"
import { makeUsers } from "./UserList.ts"

const linkOf = ({ url }: InvitationBody): string => new URL(url, location.origin).href

const textOf = (invitation: InvitationBody): string =>
  texts.text(
    calledName(invitation.user),
    invitation.user.username,
    linkOf(invitation).replace(/#.*/u, "") || location.origin + basePath,
    linkOf(invitation)
  )

const Link = ({ invitation }: { readonly invitation: InvitationBody }) => {
  const name = calledName(invitation.user)
  return (
    <li>
      <p>
        <strong>{name}</strong> <span class="code">{linkOf(invitation)}</span>
      </p>
      <CopyButton text={textOf(invitation)}>
        <span class="hidden">{texts.of(name)}</span>
      </CopyButton>
    </li>
  )
}

/** Links to choose a password, until the admin has handed them over. */
export const Invitations = () => {
  const users = useFeatureState(makeUsers)
  return users.handed.value.map((each) => {
    const { invitations, isReset } = each
    const [first] = invitations
    if (first === undefined) return null
    return (
      <SecretNotice
        key={first.url}
        title={isReset ? texts.linkFor(calledName(first.user)) : texts.invited(invitations.length)}
        hint={texts.hint(formatTimestamp(first.expiresAt))}
        secret={invitations.map(textOf).join("\n\n")}
        copy={invitations.length === 1 ? texts.copyOne : texts.copyAll}
        onDone={() => {
          users.handed.value = users.handed.peek().filter((other) => other !== each)
        }}
      >
        {invitations.length > 1 && (
          <ul class="invitation-links">
            {invitations.map((invitation) => (
              <Link key={invitation.url} invitation={invitation} />
            ))}
          </ul>
        )}
      </SecretNotice>
    )
  })
}
