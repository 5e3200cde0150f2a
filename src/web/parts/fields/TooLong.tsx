import * as texts from "../../texts/SharedTexts.ts"

/** Tells by how many characters a text that is being typed is too long. */
export const TooLong = ({ excess }: { readonly excess: number }) =>
  excess > 0 ? (
    <p class="notice refused" role="status">
      {texts.common.tooLong(excess)}
    </p>
  ) : null
