import type { Channel } from '@notifly/contracts/applications/applications'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FAILED_FILTER } from '../../../components/runs/run-states.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useReasonWords } from '../../../components/runs/use-reason-words.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { shareOf } from './run-figures.ts'

const SHOWN = 5

export interface ReasonsProps {
  run: RunProgress
  /** Path to the recipients with a reason. */
  linkTo: (filter: { status: string; reason: string }) => string
}

/**
 * Why some recipients did not get the message and what to do about it: one panel for failures, one for skips. Hidden if
 * all got it.
 */
export function Reasons({ run, linkTo }: ReasonsProps) {
  const { t } = useTranslation('delivery')
  const failed = Object.entries(run.failed)
  const skipped = Object.entries(run.skipped)
  if (failed.length === 0 && skipped.length === 0) return null
  const shared = { channel: run.notification_type, linkTo }
  return (
    <>
      {failed.length > 0 && (
        <ReasonPanel {...shared} title={t('reasons.failed')} status={FAILED_FILTER} reasons={failed} tone="failed" />
      )}
      {skipped.length > 0 && (
        <ReasonPanel {...shared} title={t('reasons.skipped')} status="skipped" reasons={skipped} tone="skipped" />
      )}
    </>
  )
}

interface ReasonPanelProps extends Pick<ReasonsProps, 'linkTo'> {
  channel: Channel
  title: string
  status: string
  reasons: readonly [name: string, n: number][]
  tone: 'failed' | 'skipped'
}

function ReasonPanel({ channel, title, status, reasons, tone, linkTo }: ReasonPanelProps) {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  const [isWhole, setWhole] = useState(false)
  const total = reasons.reduce((sum, [, n]) => sum + n, 0)
  const shown = isWhole ? reasons : reasons.slice(0, SHOWN)
  const more = reasons.length - SHOWN
  return (
    <Panel
      bare
      title={title}
      meta={<span className="tnum">{number(total)}</span>}
      footer={
        more > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('reasons.fewer') : t('reasons.more', { count: more })}
          </Button>
        )
      }
    >
      <ul className="grid grid-cols-[minmax(0,1fr)_auto] divide-y divide-line">
        {shown.map(([name, n]) => (
          <ReasonRow
            key={name}
            channel={channel}
            name={name}
            n={n}
            share={shareOf(n, total) ?? 0}
            tone={tone}
            href={name === 'unknown' ? undefined : linkTo({ status, reason: name })}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface ReasonRowProps {
  channel: Channel
  name: string
  n: number
  share: number
  tone: 'failed' | 'skipped'
  href: string | undefined
}

function ReasonRow({ channel, name, n, share, tone, href }: ReasonRowProps) {
  const { t, i18n } = useTranslation('delivery')
  const { number } = useDisplay()
  const reasonWords = useReasonWords()
  const advice = [`adviceOn.${channel}.${name}`, `advice.${name}`].find(key => i18n.exists(`delivery:${key}`))
  return (
    <li className="col-span-full grid grid-cols-subgrid items-start gap-x-4 px-4 py-2.5">
      <div className="min-w-0">
        <p>{reasonWords(channel, name)}</p>
        {advice !== undefined && <p className="text-12 text-muted">{t(advice)}</p>}
        {share < 1 && (
          <span aria-hidden className="mt-1.5 block h-1 overflow-clip rounded-full bg-sunken">
            <span
              className={cx('block h-full rounded-full', tone === 'failed' ? 'bg-danger' : 'bg-chart-rest')}
              style={{ inlineSize: `${share * 100}%`, minInlineSize: '2px' }}
            />
          </span>
        )}
      </div>
      <span className="tnum text-end font-semibold">
        {href === undefined ? (
          number(n)
        ) : (
          <Link tone="door" href={href}>
            {number(n)}
          </Link>
        )}
      </span>
    </li>
  )
}
