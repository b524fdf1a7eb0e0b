import type { NotificationTotals } from '@notifly/contracts/dashboards/engagement'
import { useTranslation } from 'react-i18next'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { paths } from '../../../paths.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Change } from './Change.tsx'

const COUNTS = ['sent', 'delivered', 'opened', 'failed', 'unsubscribed'] as const
/** Fewer of them are better. */
const BAD: ReadonlySet<string> = new Set(['failed', 'unsubscribed'])

/** What all notifications of the days came to, against the days before, and how much of it each channel sent. */
export function TotalsPanel({ totals }: { totals: NotificationTotals }) {
  const slug = useSlug()
  const { t } = useTranslation(['engagement', 'common'])
  const { number, percent } = useDisplay()
  const rates = { delivered: totals.delivery_rate, opened: totals.open_rate }
  return (
    <Panel title={t('total_notifications.title')} bare>
      <dl>
        {COUNTS.map(name => {
          const rate = name === 'delivered' || name === 'opened' ? rates[name] : null
          return (
            <div key={name} className="flex h-10 items-center gap-3 border-b border-line px-4">
              <dt className="min-w-0 flex-1 truncate text-ink-2">{t(name)}</dt>
              <dd className="tnum flex items-baseline gap-2">
                {rate !== null && <span className="text-12 text-muted">{percent(rate / 100)}</span>}
                <span className="font-semibold">{number(totals[name])}</span>
                <Change now={totals[name]} before={totals.previous[name]} isBad={BAD.has(name)} />
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
              <PageLink to={paths.deliveryDashboard(slug, channel)}>{t(`common:channel.${channel}`)}</PageLink>
            </span>
            <span className="tnum">{t('sentCount', { count: sent })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
