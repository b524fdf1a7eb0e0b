import type { Webhook } from '@notifly/contracts/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/layout/Link.tsx'

type Health = Webhook['health']
type Day = Health[number]

/** The sum of the attempts of all days. */
export function sumOf(health: Health): { ok: number; failed: number } {
  return health.reduce((sum, { ok, failed }) => ({ ok: sum.ok + ok, failed: sum.failed + failed }), {
    ok: 0,
    failed: 0,
  })
}

interface HealthBarsProps {
  health: Health
  /** The attempts of a day. Absent: one picture, as in a row of a list. */
  hrefOf?: (day: string) => string
}

/** A bar for each day on the same scale, with failures on top, so that they are seen at once. */
export function HealthBars({ health, hrefOf }: HealthBarsProps) {
  const { t } = useTranslation('webhooks')
  const { longDay } = useDisplay('UTC')
  const most = Math.max(1, ...health.map(({ ok, failed }) => ok + failed))
  const words = ({ ok, failed }: Pick<Day, 'ok' | 'failed'>) =>
    [t('health.ok', { count: ok }), t('health.failed', { count: failed })].join(', ')
  if (hrefOf === undefined) {
    return (
      <span
        role="img"
        aria-label={words(sumOf(health))}
        data-tip={words(sumOf(health))}
        className="inline-flex h-6 items-end gap-0.5"
      >
        {health.map(day => (
          <Bar key={day.day} day={day} most={most} className="w-2" />
        ))}
      </span>
    )
  }
  return (
    <div className="flex h-16 items-end gap-1.5">
      {health.map(day => {
        const said = `${longDay(Date.parse(`${day.day}T12:00:00Z`) / 1000)}: ${words(day)}`
        return (
          <Link
            key={day.day}
            tone="plain"
            href={hrefOf(day.day)}
            aria-label={said}
            data-tip={said}
            className="flex h-full min-w-0 flex-1 items-end rounded-1 hover:bg-hover"
          >
            <Bar day={day} most={most} className="mx-auto w-full max-w-7" />
          </Link>
        )
      })}
    </div>
  )
}

/** The least height, so that every value above zero is visible. */
const LEAST_PERCENT = 8

function Bar({ day: { ok, failed }, most, className }: { day: Day; most: number; className: string }) {
  const part = (count: number) => (count === 0 ? 0 : Math.max(LEAST_PERCENT, (count / most) * (100 - LEAST_PERCENT)))
  return (
    <span aria-hidden className={cx('flex h-full flex-col justify-end gap-px', className)}>
      {failed > 0 && <span className="block rounded-[2px] bg-danger" style={{ blockSize: `${part(failed)}%` }} />}
      {ok > 0 && <span className="block rounded-[2px] bg-success" style={{ blockSize: `${part(ok)}%` }} />}
      {ok + failed === 0 && <span className="block h-0.5 rounded-[1px] bg-line-strong" />}
    </span>
  )
}
