import type { Platforms } from '@notifly/contracts/dashboards/engagement'
import type { UsedSlice } from '@notifly/contracts/dashboards/parts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Legend } from '../../../ui/layout/Legend.tsx'

const SHOWN = ['browsers', 'systems', 'devices'] as const
type Shown = (typeof SHOWN)[number]

const ROWS_MAX = 8

interface Bar {
  name: string
  /** By what they were reached; together they are the bar. */
  parts: readonly number[]
}

/** What people read with: browsers by mails and web notifications, systems and devices by all channels. */
export function PlatformsPanel({ platforms }: { platforms: Platforms }) {
  const { t } = useTranslation(['engagement', 'common'])
  const [shown, setShown] = useState<Shown>('browsers')
  const bars = shown === 'browsers' ? browserBars(platforms.browsers) : usedBars(platforms[shown])
  return (
    <Panel
      title={<span data-tip={t('browsers.definition')}>{t('browsers.title')}</span>}
      actions={
        <Segmented
          size="sm"
          aria-label={t('show')}
          segments={SHOWN.map(value => ({ value, label: t(`platforms.${value}`) }))}
          value={shown}
          onChange={setShown}
        />
      }
    >
      <p className="sr-only">{t('browsers.definition')}</p>
      {shown === 'browsers' && bars.length > 0 && (
        <div className="mb-3">
          <Legend
            items={[
              { id: 'email', label: t('common:channel.email'), tone: 1 },
              { id: 'webpush', label: t('common:channel.webpush'), tone: 4 },
            ]}
          />
        </div>
      )}
      {bars.length === 0 ? (
        <p className="grid min-h-24 place-items-center text-center text-muted">{t('none.platforms')}</p>
      ) : (
        <Bars bars={bars} />
      )}
    </Panel>
  )
}

const TONES = ['bg-chart-1', 'bg-chart-4']

/** The most used first; the others are one row. */
function Bars({ bars }: { bars: readonly Bar[] }) {
  const { t, i18n } = useTranslation('engagement')
  const { number, percent } = useDisplay()
  const sumOf = ({ parts }: Bar) => parts.reduce((sum, part) => sum + part, 0)
  const all = bars.reduce((sum, bar) => sum + sumOf(bar), 0)
  const rest = bars.slice(ROWS_MAX).reduce((sum, bar) => sum + sumOf(bar), 0)
  const rows = [...bars.slice(0, ROWS_MAX), ...(rest > 0 ? [{ name: 'other', parts: [rest] }] : [])]
  const most = Math.max(1, ...rows.map(sumOf))
  const wordOf = (name: string) => (i18n.exists(`engagement:platform.${name}`) ? t(`platform.${name}`) : name)
  return (
    <ul className="tnum space-y-2">
      {rows.map(bar => (
        <li key={bar.name} className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)_auto_3.25rem] items-center gap-3">
          <span className="truncate">{wordOf(bar.name)}</span>
          <span aria-hidden className="flex h-2 gap-px overflow-clip rounded-full">
            {bar.parts.map((part, at) => (
              <span key={at} className={TONES[at]} style={{ inlineSize: `${(part / most) * 100}%` }} />
            ))}
          </span>
          <span className="text-end">{number(sumOf(bar))}</span>
          <span className="text-end text-muted">{percent(sumOf(bar) / all)}</span>
        </li>
      ))}
    </ul>
  )
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
