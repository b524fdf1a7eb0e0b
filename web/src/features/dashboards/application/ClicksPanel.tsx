import type { ClickTotals } from '@notifly/contracts/dashboards/engagement'
import type { DayRange } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { barsPicture } from '../../../components/charts/bars-picture.ts'
import { ChartPanel } from '../../../components/charts/ChartPanel.tsx'
import { Rate } from '../../../components/display/Rate.tsx'
import { useDayWords } from '../../../components/display/use-day-words.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Change } from './Change.tsx'

/** How many people clicked, against the days before, and on which channels. */
export function ClicksPanel({ clicks, range }: { clicks: ClickTotals; range: DayRange }) {
  const slug = useSlug()
  const { t } = useTranslation(['engagement', 'common'])
  const { number, percent } = useDisplay()
  const dayWords = useDayWords()
  const { from, to } = range
  const rate = (value: number | null) => (value === null ? '–' : percent(value / 100))
  const most = Math.max(1, ...clicks.channels.map(({ clicked }) => clicked))
  const rows = clicks.channels.map(row => ({ ...row, name: t(`common:channel.${row.channel}`) }))
  return (
    <ChartPanel
      title={t('total_clicks.title')}
      sheet={{
        columns: [{ label: t('channel') }, { label: t('clicked'), show: number }, { label: t('clickRate') }],
        rows: rows.map(({ name, clicked, click_rate: share }) => [name, clicked, rate(share)]),
      }}
      picture={() => ({
        ...barsPicture(
          rows.map(({ name, clicked, click_rate: share }) => ({
            label: name,
            value: `${number(clicked)}  ${rate(share)}`,
            parts: [{ share: clicked / most, tone: 1 }],
          })),
        ),
        caption: dayWords.range(range),
        legend: [],
      })}
    >
      <p className="tnum flex items-baseline gap-2">
        <span className="text-20 font-semibold tracking-(--ls-title)">
          <PageLink to={paths.deliveries(slug, { from, to })}>{number(clicks.clicked)}</PageLink>
        </span>
        {clicks.previous && <Change now={clicks.clicked} before={clicks.previous.clicked} />}
      </p>
      <p className="tnum mt-0.5 text-12 text-ink-2">
        <Rate isFew={clicks.is_few && clicks.click_rate !== null}>
          {t('clickRates', { rate: rate(clicks.click_rate), through: rate(clicks.click_through_rate) })}
        </Rate>
      </p>
      <ul aria-label={t('byChannel')} className="mt-4 space-y-3">
        {rows.length === 0 && <li className="text-muted">{t('nothingSent')}</li>}
        {rows.map(({ channel, name, clicked, click_rate: share, is_few: isFew }) => (
          <li key={channel}>
            <span className="flex items-center gap-2.5">
              <ChannelIcon channel={channel} />
              <span className="min-w-0 flex-1 truncate">
                <PageLink to={paths.deliveryDashboard(slug, channel, { from, to })}>{name}</PageLink>
              </span>
              <span className="tnum">
                <PageLink to={paths.deliveries(slug, { channel, from, to })}>{number(clicked)}</PageLink>
              </span>
              <span className="tnum min-w-13 text-end text-12 text-ink-2">
                <Rate isFew={isFew && share !== null}>{rate(share)}</Rate>
              </span>
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
    </ChartPanel>
  )
}
