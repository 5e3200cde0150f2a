import type { ComponentChildren } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import { dateOfDay, dayOf } from "../../shared/Days.ts"
import { DayForm } from "../parts/dialogs/DayForm.tsx"
import { NotLoaded } from "../parts/NotLoaded.tsx"
import { usePageTitle } from "../parts/PageTitle.ts"
import { showMoment } from "../session/Route.ts"
import { serverToday } from "../texts/values/Clock.ts"
import { formatDay } from "../texts/values/PageFormats.ts"
import { makePastWorkspace } from "../workspace/PastWorkspace.ts"
import { useWorkspace, WorkspaceContext } from "../workspace/UseWorkspace.ts"
import * as texts from "./AppTexts.ts"

interface Props {
  /** As the address has it. */
  readonly moment: string
  readonly children: ComponentChildren
}

interface BannerProps {
  readonly moment: string
  readonly sentence: string
}

const Banner = ({ moment, sentence }: BannerProps) => (
  <section class="moment" aria-label={texts.moments.asOf}>
    <p role="status">{sentence}</p>
    <DayForm label={texts.moments.asOf} action={texts.moments.show} day={moment} onChoose={showMoment} />
    <button type="button" class="button primary" onClick={() => showMoment("")}>
      {texts.moments.back}
    </button>
  </section>
)

/** The banner alone, where there is no such moment. */
const NoMoment = (props: BannerProps) => {
  usePageTitle(texts.moments.asOf)
  return <Banner {...props} />
}

/** The children as they stood at the end of an earlier day. */
const OnDay = ({ moment, children }: Props) => {
  const now = useWorkspace()
  const past = useMemo(() => makePastWorkspace(now, moment), [now, moment])
  const { list, failure, refresh } = past.teams
  useEffect(() => {
    void refresh()
    return past.dispose
  }, [past])
  const day = formatDay(moment)
  const why = failure.value
  if (why?.kind === "refused") return <NoMoment moment={moment} sentence={texts.moments.tooEarly(day)} />
  return (
    <div class="past">
      <Banner
        moment={moment}
        sentence={(list.value === undefined ? texts.moments.lookingUp : texts.moments.stood)(day)}
      />
      {list.value !== undefined && <WorkspaceContext.Provider value={past}>{children}</WorkspaceContext.Provider>}
      {list.value === undefined && why !== undefined && <NotLoaded failure={why} retry={() => void refresh()} />}
    </div>
  )
}

/** The children at the moment that the address names, or why there is no such moment. */
export const Past = ({ moment, children }: Props) => {
  const day = dayOf(moment)
  const isDate = !Number.isNaN(day) && dateOfDay(day) === moment
  if (!isDate) return <NoMoment moment="" sentence={texts.moments.malformed} />
  if (moment >= dateOfDay(serverToday()))
    return <NoMoment moment="" sentence={texts.moments.notOver(formatDay(moment))} />
  return (
    <OnDay key={moment} moment={moment}>
      {children}
    </OnDay>
  )
}
