import { Dialog } from "../parts/dialogs/Dialog.tsx"
import { isSheetOpen } from "../parts/keys/Shortcuts.ts"
import { keys } from "./KeySheetTexts.ts"

export const KeySheet = () => (
  <Dialog title={keys.title} onClose={() => (isSheetOpen.value = false)}>
    <div class="key-sheet">
      {keys.parts.map(({ title, lines }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {lines.map(([key, text]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
