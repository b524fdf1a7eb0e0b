import { readWholeCalendar } from '@notifly/contracts/campaigns/calendar'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { CutText } from '../../../components/display/CutText.tsx'
import { useMoments } from '../../../components/display/use-moments.ts'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { addDays } from '../../../ui/dates/calendar-dates.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

const DAYS_AHEAD = 30
const ROWS_MAX = 5

/** The next runs as the schedules have them. A reader who may see no campaigns has nothing to look for here. */
export function UpcomingPanel() {
  const slug = useSlug()
  const { t } = useTranslation('engagement')
  const exists = usePageExists()
  const { today, dayAndTime } = useMoments()
  const calendar = paths.campaignCalendar(slug)
  const from = today()
  const query = { from, to: addDays(from, DAYS_AHEAD) }
  const { data, error, refetch } = useRead(readWholeCalendar, { query }, { enabled: exists(calendar) })
  if (error && !data) return <ReadFailure error={error} title={t('next.failed')} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const next = data.entries.filter(({ status }) => status === 'scheduled').slice(0, ROWS_MAX)
  return (
    <Panel title={t('next.title')} actions={<Link href={calendar}>{t('next.calendar')}</Link>} bare>
      {next.length === 0 && <p className="px-4 py-3 text-muted">{t('next.none', { count: DAYS_AHEAD })}</p>}
      {next.length > 0 && (
        <ul className="py-1.5">
          {next.map(({ uuid, platform, name, at, day }) => (
            <li key={`${uuid} ${day}`} className="flex items-start gap-2.5 px-4 py-1.5">
              <ChannelIcon channel={platform} named />
              <span className="min-w-0 flex-1">
                <PageLink to={paths.campaign(slug, platform, uuid)} className="block truncate font-medium">
                  <CutText>{name}</CutText>
                </PageLink>
                <span className="tnum block text-12 text-muted">{dayAndTime(at)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
