import { useSearchKey } from "../keys/Shortcuts.ts"
import { Icon } from "../status/Icon.tsx"

interface Props {
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
}

/** The page's search field, which the key `/` focuses. */
export const SearchBox = ({ label, text, onText }: Props) => {
  const input = useSearchKey()
  return (
    <span class="search-box">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-keyshortcuts="/"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </span>
  )
}
