import type { ComponentChildren } from "preact"
import { FormattedText } from "../../parts/markdown/FormattedText.tsx"
import { Avatar } from "../../parts/status/Avatar.tsx"
import { Icon } from "../../parts/status/Icon.tsx"
import { Status } from "../../parts/status/Status.tsx"
import { inUnit } from "../../texts/MeasureTexts.ts"
import { dayLabel } from "../../texts/values/DayLabel.ts"
import { formatTimestamp, localDayOf } from "../../texts/values/PageFormats.ts"
import { makePeople } from "../../workspace/People.ts"
import { useFeatureState } from "../../workspace/UseWorkspace.ts"
import type { MeasureWithCheckIns } from "./CheckIns.ts"
import * as texts from "./ObjectiveTexts.ts"
import type { StatusChange } from "./StatusChanges.ts"
import { storyOf } from "./StoryNotes.ts"

interface Props {
  readonly measures: ReadonlyArray<MeasureWithCheckIns>
  readonly changes: ReadonlyArray<StatusChange>
}

/** A value, and the one before it where there was another. */
const FromTo = ({ from, children }: { readonly from: ComponentChildren; readonly children: ComponentChildren }) => (
  <>
    {from !== undefined && (
      <>
        {from} <Icon name="right" size={12} />{" "}
      </>
    )}
    {children}
  </>
)

/** What was said of an objective's statuses and check-ins, newest first, with who said it about what. */
export const Story = ({ measures, changes }: Props) => {
  const { called } = useFeatureState(makePeople)
  const notes = storyOf(measures, changes)
  return (
    <section class="story" aria-labelledby="story">
      <h2 id="story">{texts.page.notes}</h2>
      {notes.length === 0 && <p class="quiet">{texts.page.noNotes}</p>}
      <ol>
        {notes.map((told) => (
          <li key={told.sequenceNumber}>
            <p class="quiet small-text">
              <time dateTime={told.timestamp} title={formatTimestamp(told.timestamp)}>
                {dayLabel(localDayOf(told.timestamp))}
              </time>{" "}
              · <Avatar name={called(told.actorName)} />
              {called(told.actorName)}
            </p>
            <p class="small-text">
              {"to" in told ? (
                <FromTo
                  from={told.from === undefined || told.from === told.to ? undefined : <Status status={told.from} />}
                >
                  <Status status={told.to} />
                </FromTo>
              ) : (
                <>
                  {told.name}:{" "}
                  <FromTo from={told.before === undefined ? undefined : inUnit(told.before, "")}>
                    <strong>{inUnit(told.value, told.unit)}</strong>
                  </FromTo>
                </>
              )}
            </p>
            <div class="said">
              <FormattedText text={told.note} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
