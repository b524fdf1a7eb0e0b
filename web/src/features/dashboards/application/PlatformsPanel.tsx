import type { Platforms } from '@notifly/contracts/dashboards/engagement'
import type { DayRange, UsedSlice } from '@notifly/contracts/dashboards/parts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { barsPicture } from '../../../components/charts/bars-picture.ts'
import { ChartPanel } from '../../../components/charts/ChartPanel.tsx'
import { useDayWords } from '../../../components/display/use-day-words.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Legend } from '../../../ui/layout/Legend.tsx'
import { type Bar, mostUsed, sumOf } from './most-used.ts'

const SHOWN = ['browsers', 'systems', 'devices'] as const
type Shown = (typeof SHOWN)[number]

/** Of the parts of a bar: emails, web notifications. */
const TONES = [1, 4] as const
const COLOURS = ['bg-chart-1', 'bg-chart-4']

export interface PlatformsPanelProps {
  platforms: Platforms
  range: DayRange
}

/** What people read with: browsers by mails and web notifications, systems and devices by all channels. */
export function PlatformsPanel({ platforms, range }: PlatformsPanelProps) {
  const { t } = useTranslation(['engagement', 'common'])
  const { number, percent } = useDisplay()
  const dayWords = useDayWords()
  const wordOf = usePlatformWords()
  const [shown, setShown] = useState<Shown>('browsers')
  const bars = mostUsed(shown === 'browsers' ? browserBars(platforms.browsers) : usedBars(platforms[shown]))
  const all = bars.reduce((sum, bar) => sum + sumOf(bar), 0)
  const most = Math.max(1, ...bars.map(sumOf))
  const legend =
    shown === 'browsers'
      ? [
          { id: 'email', label: t('common:channel.email'), tone: TONES[0] },
          { id: 'webpush', label: t('common:channel.webpush'), tone: TONES[1] },
        ]
      : []
  const parts = legend.map(({ label }) => label)
  return (
    <ChartPanel
      title={t('browsers.title')}
      definition={t('browsers.definition')}
      meta={
        <Segmented
          size="sm"
          aria-label={t('show')}
          segments={SHOWN.map(value => ({ value, label: t(`platforms.${value}`) }))}
          value={shown}
          onChange={setShown}
        />
      }
      sheet={{
        columns: [
          { label: t(`platforms.${shown}`) },
          ...(parts.length === 0 ? [t('count')] : parts).map(label => ({ label, show: number })),
          { label: t('share') },
        ],
        rows: bars.map(bar => [wordOf(bar.name), ...bar.parts, percent(sumOf(bar) / all)]),
      }}
      picture={() =>
        bars.length === 0
          ? undefined
          : {
              ...barsPicture(
                bars.map(bar => ({
                  label: wordOf(bar.name),
                  value: `${number(sumOf(bar))}  ${percent(sumOf(bar) / all)}`,
                  parts: bar.parts.map((part, at) => ({ share: part / most, tone: TONES[at] ?? 1 })),
                })),
              ),
              caption: dayWords.range(range),
              legend,
            }
      }
    >
      {legend.length > 0 && bars.length > 0 && (
        <div className="mb-3">
          <Legend items={legend} />
        </div>
      )}
      {bars.length === 0 ? (
        <p className="grid min-h-24 place-items-center text-center text-muted">{t('none.platforms')}</p>
      ) : (
        <Bars bars={bars} all={all} most={most} range={range} />
      )}
    </ChartPanel>
  )
}

interface BarsProps {
  bars: readonly Bar[]
  all: number
  most: number
  range: DayRange
}

function Bars({ bars, all, most, range: { from, to } }: BarsProps) {
  const slug = useSlug()
  const { number, percent } = useDisplay()
  const wordOf = usePlatformWords()
  return (
    <ul className="tnum space-y-2">
      {bars.map(bar => (
        <li key={bar.name} className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)_auto_3.25rem] items-center gap-3">
          <span className="truncate">{wordOf(bar.name)}</span>
          <span aria-hidden className="flex h-2 gap-px overflow-clip rounded-full">
            {bar.parts.map((part, at) => (
              <span key={at} className={COLOURS[at]} style={{ inlineSize: `${(part / most) * 100}%` }} />
            ))}
          </span>
          <span className="text-end">
            <PageLink to={paths.deliveries(slug, { from, to })}>{number(sumOf(bar))}</PageLink>
          </span>
          <span className="text-end text-muted">{percent(sumOf(bar) / all)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Kinds of devices in the reader's language; names stay as they are. */
function usePlatformWords(): (name: string) => string {
  const { t, i18n } = useTranslation('engagement')
  return name => (i18n.exists(`engagement:platform.${name}`) ? t(`platform.${name}`) : name)
}

function browserBars(browsers: Platforms['browsers']): Bar[] {
  return browsers.map(({ browser_name: name, email_count: mails, web_push_count: pushes }) => ({
    name,
    parts: [mails, pushes],
  }))
}

function usedBars(slices: readonly UsedSlice[]): Bar[] {
  return slices.map(({ name, count }) => ({ name, parts: [count] }))
}
