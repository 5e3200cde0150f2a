import { useLayoutEffect, useRef } from "preact/hooks"

/**
 * Keeps what is typed while a part that takes text is being loaded, which would run the page's shortcuts otherwise.
 * `placeholder` selects what stands for the part until then: where it could not be loaded, keys belong to the page again.
 * Escape cancels.
 */
export const useTypedWhileLoading = (placeholder: string, cancel: () => void) => {
  const typed = useRef("")
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey } = event
      if (document.querySelector(placeholder) === null) return
      if (key === "Escape") cancel()
      else if (key.length === 1 && !ctrlKey && !metaKey) typed.current += key
      else return
      event.preventDefault()
    }
    // Runs before the page's shortcuts.
    document.addEventListener("keydown", onKeyDown, true)
    return () => document.removeEventListener("keydown", onKeyDown, true)
  }, [])
  return typed
}
