import { shownLink } from "../workspace/objective/LinkToggle.ts"
import type { Objective, Team } from "../workspace/Team.ts"
import { useWorkspace } from "../workspace/UseWorkspace.ts"
import { FieldNotice } from "./fields/FieldNotice.tsx"

const words = {
  of: (principle: string) => `Link to ${principle}`,
  linked: "Linked",
  notLinked: "Not linked"
}

/** The notices of an objective's links and unlinks that are not saved. */
export const LinkNotices = ({ team, objective }: { readonly team: Team; readonly objective: Objective }) => (
  <>
    {useWorkspace()
      .outbox.edits.linkFieldsOf(objective.id)
      .map((link) => (
        <FieldNotice
          key={link.pair}
          field={link}
          shown={() => shownLink(team, objective, link.pair)}
          format={(isLinked) => (isLinked ? words.linked : words.notLinked)}
          label={words.of(team.principles.byId.get(link.pair)?.value.title ?? "")}
        />
      ))}
  </>
)
