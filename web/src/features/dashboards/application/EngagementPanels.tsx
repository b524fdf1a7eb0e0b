import {
  CARD_ACTIVITY,
  type ChannelCourse,
  type Engagement,
  type EngagementCard,
} from '@notifly/contracts/dashboards/engagement'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineRows } from '../../../components/charts/line-parts.ts'
import { ForbiddenCard } from '../../../components/states/ForbiddenCard.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { ClicksPanel } from './ClicksPanel.tsx'
import { LinesPanel } from './LinesPanel.tsx'
import { PlatformsPanel } from './PlatformsPanel.tsx'
import { TotalsPanel } from './TotalsPanel.tsx'
import { toneOf, useDayPoints } from './use-channel-lines.ts'

/** The four cards; one without its right says so in its place. */
export function EngagementPanels({ engagement }: { engagement: Engagement }) {
  const { notification_engagement: course, total_notifications: totals, total_clicks: clicks, browsers } = engagement
  return (
    <>
      <Card id="notification_engagement">{course && <CoursePanel courses={course.data} />}</Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card id="total_notifications">{totals && <TotalsPanel totals={totals.data} />}</Card>
        <Card id="total_clicks">{clicks && <ClicksPanel clicks={clicks.data} />}</Card>
      </div>
      <Card id="browsers">{browsers && <PlatformsPanel platforms={browsers.data} />}</Card>
    </>
  )
}

function Card({ id, children }: { id: EngagementCard; children: ReactNode }) {
  const { t } = useTranslation('engagement')
  return children ?? <ForbiddenCard title={t(`${id}.title`)} activity={CARD_ACTIVITY[id]} />
}

const SHOWN = ['opened', 'clicked', 'sent'] as const
type Shown = (typeof SHOWN)[number]

/** How people answered by day, one line a channel. */
function CoursePanel({ courses }: { courses: readonly ChannelCourse[] }) {
  const { t } = useTranslation(['engagement', 'common'])
  const [shown, setShown] = useState<Shown>('opened')
  const points = useDayPoints((courses[0]?.sent ?? []).map(({ date }) => date))
  const rows: LineRows = {
    points,
    series: courses.map(course => ({
      id: course.channel,
      label: t(`common:channel.${course.channel}`),
      tone: toneOf(course.channel),
      values: course[shown].map(({ count }) => count),
    })),
  }
  return (
    <LinesPanel
      title={t('notification_engagement.title')}
      definition={t('notification_engagement.definition')}
      rows={rows}
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
