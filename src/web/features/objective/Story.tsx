import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { inUnit } from "../../texts/MeasureTexts.ts"
import { dayLabel } from "../../texts/values/DayLabel.ts"
import { formatTimestamp, localDayOf } from "../../texts/values/PageFormats.ts"
import { notesOf } from "./CheckInNotes.ts"
import type { MeasureWithCheckIns } from "./CheckIns.ts"
import * as texts from "./ObjectiveTexts.ts"

/** Every note of an objective's check-ins, newest first, with who wrote it about what. */
export const Story = ({ measures }: { readonly measures: ReadonlyArray<MeasureWithCheckIns> }) => {
  const notes = notesOf(measures)
  return (
    <section class="story" aria-labelledby="story">
      <h2 id="story">{texts.page.notes}</h2>
      {notes.length === 0 && <p class="quiet">{texts.page.noNotes}</p>}
      <ol>
        {notes.map(({ sequenceNumber, timestamp, actorName, name, unit, before, value, note }) => (
          <li key={sequenceNumber}>
            <p class="quiet small-text">
              <time dateTime={timestamp} title={formatTimestamp(timestamp)}>
                {dayLabel(localDayOf(timestamp))}
              </time>{" "}
              · <Avatar name={actorName} />
              {actorName}
            </p>
            <p class="small-text">
              {name}:{" "}
              {before !== undefined && (
                <>
                  {inUnit(before, "")} <Icon name="right" size={12} />{" "}
                </>
              )}
              <strong>{inUnit(value, unit)}</strong>
            </p>
            <div class="said">
              <FormattedText text={note} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
