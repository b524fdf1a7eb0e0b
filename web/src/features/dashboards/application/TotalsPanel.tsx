import type { NotificationTotals } from '@notifly/contracts/dashboards/engagement'
import type { DayRange } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { SheetButton } from '../../../components/charts/SheetButton.tsx'
import type { Sheet } from '../../../components/charts/SheetTable.tsx'
import { Rate } from '../../../components/display/Rate.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Change } from './Change.tsx'

const COUNTS = ['sent', 'delivered', 'opened', 'failed', 'unsubscribed'] as const
/** Fewer of them are better. */
const BAD: ReadonlySet<string> = new Set(['failed', 'unsubscribed'])

/** What all notifications of the days came to, against the days before, and how much of it each channel sent. */
export function TotalsPanel({ totals, range: { from, to } }: { totals: NotificationTotals; range: DayRange }) {
  const slug = useSlug()
  const { t } = useTranslation(['engagement', 'common'])
  const { number, percent } = useDisplay()
  const rates = { delivered: totals.delivery_rate, opened: totals.open_rate }
  const title = t('total_notifications.title')
  return (
    <Panel title={title} actions={<SheetButton sheet={useSheet(totals)} title={title} />} bare>
      <dl>
        {COUNTS.map(name => {
          const rate = name === 'delivered' || name === 'opened' ? rates[name] : null
          return (
            <div key={name} className="flex h-10 items-center gap-3 border-b border-line px-4">
              <dt className="min-w-0 flex-1 truncate text-ink-2">{t(name)}</dt>
              <dd className="tnum flex items-baseline gap-2">
                {rate !== null && (
                  <span className="text-12 text-ink-2">
                    <Rate isFew={totals.is_few}>{percent(rate / 100)}</Rate>
                  </span>
                )}
                <span className="font-semibold">
                  <PageLink to={paths.deliveries(slug, { from, to })}>{number(totals[name])}</PageLink>
                </span>
                {totals.previous && <Change now={totals[name]} before={totals.previous[name]} isBad={BAD.has(name)} />}
              </dd>
            </div>
          )
        })}
      </dl>
      <ul aria-label={t('byChannel')} className="py-1.5">
        {totals.channels.length === 0 && <li className="px-4 py-2 text-muted">{t('nothingSent')}</li>}
        {totals.channels.map(({ channel, sent }) => (
          <li key={channel} className="flex h-8 items-center gap-2.5 px-4">
            <ChannelIcon channel={channel} />
            <span className="min-w-0 flex-1 truncate">
              <PageLink to={paths.deliveryDashboard(slug, channel, { from, to })}>
                {t(`common:channel.${channel}`)}
              </PageLink>
            </span>
            <span className="tnum">
              <PageLink to={paths.deliveries(slug, { channel, from, to })}>{t('sentCount', { count: sent })}</PageLink>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** All channels together, in these days and the days before; then each of them. */
function useSheet({ channels, previous, ...all }: NotificationTotals): Sheet {
  const { t } = useTranslation(['engagement', 'common'])
  const line = (head: string, counts: Record<(typeof COUNTS)[number], number>) => [
    head,
    ...COUNTS.map(name => counts[name]),
  ]
  return {
    columns: [{ label: t('channel') }, ...COUNTS.map(name => ({ label: t(name) }))],
    rows: [
      line(t('allChannels'), all),
      ...(previous === null ? [] : [line(t('daysBefore'), previous)]),
      ...channels.map(({ channel, ...counts }) => line(t(`common:channel.${channel}`), counts)),
    ],
  }
}
