import type { Team } from "../../state/Team.ts"

export const Matrix = ({ team }: { readonly team: Team }) => <p>{team.objectives.ids.value.length}</p>
