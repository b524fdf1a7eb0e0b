import {
  CARD_ACTIVITY,
  type ChannelCourse,
  type Engagement,
  type EngagementCard,
  readEngagement,
} from '@notifly/contracts/dashboards/engagement'
import type { DayRange } from '@notifly/contracts/dashboards/parts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { useDayPoints } from '../../../components/charts/use-day-points.ts'
import type { GivenDays } from '../../../components/display/DayRangePicker.tsx'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { can, useSession } from '../../../components/session/use-session.ts'
import { ForbiddenCard } from '../../../components/states/ForbiddenCard.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { ClicksPanel } from './ClicksPanel.tsx'
import { EngagementSkeleton } from './EngagementSkeleton.tsx'
import { type DayLine, LinesPanel } from './LinesPanel.tsx'
import { PlatformsPanel } from './PlatformsPanel.tsx'
import { TotalsPanel } from './TotalsPanel.tsx'
import { toneOf } from './use-channel-lines.ts'

interface EngagementPanelsProps {
  days: GivenDays
  /** Undefined: compared with the days before. */
  compare: 'false' | undefined
  /** How often the figures are read again; false: not. */
  pollMs: number | false
}

/** Who has none of the four rights is told once, and asks for nothing. */
export function EngagementPanels({ days, compare, pollMs }: EngagementPanelsProps) {
  const { t } = useTranslation('engagement')
  const user = useSession()
  const may = Object.values(CARD_ACTIVITY).some(activity => can(user, activity, 'read'))
  const { data, error, refetch } = useRead(readEngagement, { query: { ...days, compare } }, { enabled: may, pollMs })
  if (!may) return <Forbidden card="notification_engagement" />
  if (data) return <Cards engagement={data} />
  if (error) return <ReadFailure error={error} title={t('couldNot')} onRetry={() => void refetch()} />
  return <EngagementSkeleton />
}

/** The four cards; one without its right says so in its place. */
function Cards({ engagement }: { engagement: Engagement }) {
  const {
    range,
    notification_engagement: course,
    total_notifications: totals,
    total_clicks: clicks,
    browsers,
  } = engagement
  return (
    <>
      <Card id="notification_engagement">{course && <CoursePanel courses={course.data} range={range} />}</Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card id="total_notifications">{totals && <TotalsPanel totals={totals.data} range={range} />}</Card>
        <Card id="total_clicks">{clicks && <ClicksPanel clicks={clicks.data} range={range} />}</Card>
      </div>
      <Card id="browsers">{browsers && <PlatformsPanel platforms={browsers.data} range={range} />}</Card>
    </>
  )
}

function Card({ id, children }: { id: EngagementCard; children: ReactNode }) {
  return children ?? <Forbidden card={id} />
}

function Forbidden({ card }: { card: EngagementCard }) {
  const { t } = useTranslation('engagement')
  return <ForbiddenCard title={t(`${card}.title`)} activity={CARD_ACTIVITY[card]} />
}

const SHOWN = ['opened', 'clicked', 'sent'] as const
type Shown = (typeof SHOWN)[number]

/** How people answered by day, one line a channel. */
function CoursePanel({ courses, range: { from, to } }: { courses: readonly ChannelCourse[]; range: DayRange }) {
  const slug = useSlug()
  const exists = usePageExists()
  const { t } = useTranslation(['engagement', 'common'])
  const [shown, setShown] = useState<Shown>('opened')
  const points = useDayPoints((courses[0]?.sent ?? []).map(({ date }) => date))
  const series = courses.map((course): DayLine => {
    const { channel } = course
    const runs = paths.deliveries(slug, { channel, from, to })
    return {
      id: channel,
      label: t(`common:channel.${channel}`),
      tone: toneOf(channel),
      values: course[shown].map(({ count }) => count),
      href: exists(runs) ? runs : undefined,
    }
  })
  return (
    <LinesPanel
      title={t('notification_engagement.title')}
      definition={t('notification_engagement.definition')}
      points={points}
      series={series}
      none={t(courses.length === 0 ? 'nothingSent' : `none.${shown}`)}
      choice={
        <Segmented
          size="sm"
          aria-label={t('show')}
          segments={SHOWN.map(value => ({ value, label: t(value) }))}
          value={shown}
          onChange={setShown}
        />
      }
    />
  )
}
