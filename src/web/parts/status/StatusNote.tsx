/** Why a status is what it is, on one line; all of it is its title. */
export const StatusNote = ({ note }: { readonly note: string }) =>
  note === "" ? null : (
    <span class="status-note quiet" title={note} dir="auto">
      {note}
    </span>
  )
