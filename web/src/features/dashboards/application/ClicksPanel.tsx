import type { ClickTotals } from '@notifly/contracts/dashboards/engagement'
import { useTranslation } from 'react-i18next'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Change } from './Change.tsx'

/** How many people clicked, against the days before, and on which channels. */
export function ClicksPanel({ clicks }: { clicks: ClickTotals }) {
  const { t } = useTranslation(['engagement', 'common'])
  const { number, percent } = useDisplay()
  const rate = (value: number | null) => (value === null ? '–' : percent(value / 100))
  const most = Math.max(1, ...clicks.channels.map(({ clicked }) => clicked))
  return (
    <Panel title={t('total_clicks.title')}>
      <p className="tnum flex items-baseline gap-2">
        <span className="text-20 font-semibold tracking-(--ls-title)">{number(clicks.clicked)}</span>
        <Change now={clicks.clicked} before={clicks.previous.clicked} />
      </p>
      <p className="tnum mt-0.5 text-12 text-muted">
        {t('clickRates', { rate: rate(clicks.click_rate), through: rate(clicks.click_through_rate) })}
      </p>
      <ul aria-label={t('byChannel')} className="mt-4 space-y-3">
        {clicks.channels.length === 0 && <li className="text-muted">{t('nothingSent')}</li>}
        {clicks.channels.map(({ channel, clicked, click_rate: share }) => (
          <li key={channel}>
            <span className="flex items-center gap-2.5">
              <ChannelIcon channel={channel} />
              <span className="min-w-0 flex-1 truncate">{t(`common:channel.${channel}`)}</span>
              <span className="tnum">{number(clicked)}</span>
              <span className="tnum min-w-13 text-end text-12 text-muted">{rate(share)}</span>
            </span>
            <span aria-hidden className="mt-1 block h-1 rounded-full bg-neutral-soft">
              <span
                className="block h-full rounded-full bg-chart-1"
                style={{ inlineSize: `${(clicked / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
