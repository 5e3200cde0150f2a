/** SVG paths in a box of 16 × 16, drawn in the text's colour. */
const paths = {
  chevron: "M6 4l4 4-4 4",
  calendar: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3",
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  dots: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  grip: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.2l2 1.6",
  download: "M8 2.5v7.5M4.5 7 8 10.3 11.5 7M3 13h10",
  print: "M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  link: "M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.3 6.7a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.8-.8",
  pin: "M5.5 2.5h5M6.3 2.5 6 6.8 3.8 9.2h8.4L10 6.8l-.3-4.3M8 9.2V14",
  person: "M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3.5 13.5a4.5 4.5 0 0 1 9 0",
  pencil: "M3 13l.7-3 6.8-6.8 2.3 2.3L6 12.3z",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  right: "M3 8h10M9 4l4 4-4 4",
  place: "M2.5 3.5h7M2.5 8h4M2.5 12.5h7M13.5 8H9M11 5.5 8.5 8l2.5 2.5",
  warning: "M8 2.5 14.5 13.5h-13zM8 6.8v3M8 11.6h.01",
  filter: "M2.5 3.5h11L9.5 8.5v4.5l-3-1.5v-3z",
  restore: "M3 3v4h4M3.3 7A5.2 5.2 0 1 1 3 9.5",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3 14 14"
} as const

export type IconName = keyof typeof paths

interface Props {
  readonly name: IconName
  /** In pixels where the reader has not chosen another size of text. */
  readonly size?: number
}

/** Hidden from screen readers: the text beside it, or the label of its button, says the same. It grows with the text. */
export const Icon = ({ name, size = 16 }: Props) => (
  <svg
    class={`icon icon-${name}`}
    width={`${size / 16}rem`}
    height={`${size / 16}rem`}
    viewBox="0 0 16 16"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
