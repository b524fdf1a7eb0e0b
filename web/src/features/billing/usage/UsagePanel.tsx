import { readUsage } from '@notifly/contracts/billing/plans'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { shareOf, standingOf, type UsageRow } from '../../../components/billing/usage-standing.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { ProgressBar, type ProgressTone } from '../../../ui/feedback/ProgressBar.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { alertIcons } from '../../../ui/layout/tone.ts'

/** How much of the plan is used this month, and the forecast. */
export function UsagePanel({ onUpgrade }: { onUpgrade: (() => void) | undefined }) {
  const { t } = useTranslation(['usage', 'billing'])
  const slug = useSlug()
  const { longDay } = useDisplay('UTC')
  const { data, error, refetch } = useRead(readUsage, {})
  if (error && !data) return <ReadFailure error={error} title={t('failed')} onRetry={() => void refetch()} />
  const isAnyFull = data?.rows.some(row => standingOf(row) === 'full') === true
  return (
    <Panel
      title={t('title')}
      meta={
        data &&
        t('period', {
          from: longDay(data.period_start),
          // `period_end` is exclusive: the start of the next period.
          to: longDay(data.period_end - 1),
        })
      }
      {...(data?.retention_days != null && { footer: t('history', { count: data.retention_days }) })}
    >
      {!data && (
        <>
          <LoadingNote />
          <AmountSkeletons />
        </>
      )}
      {data && data.held_campaigns > 0 && (
        <Alert
          tone="danger"
          className="mb-4"
          title={
            <Link href={paths.campaigns(slug, { status: 'pending' })} className="text-inherit! underline">
              {t('held', { count: data.held_campaigns })}
            </Link>
          }
          action={
            isAnyFull &&
            onUpgrade && (
              <Button size="sm" onClick={onUpgrade}>
                {t('upgrade')}
              </Button>
            )
          }
        >
          {t('heldText')}
        </Alert>
      )}
      {data && (
        <ul className="flex flex-col gap-4">
          {data.rows.map(row => (
            <li key={row.what}>
              <Amount row={row} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const TONES: Record<ReturnType<typeof standingOf>, ProgressTone> = { fine: 'accent', near: 'warning', full: 'danger' }

/** As tall as the amounts will be. */
function AmountSkeletons() {
  return (
    <div className="flex flex-col gap-4">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex h-8 flex-col justify-between pt-1">
          <div className="flex justify-between">
            <Skeleton width={row % 2 === 0 ? '5rem' : '7rem'} />
            <Skeleton width="4rem" />
          </div>
          <Skeleton height="0.375rem" />
        </div>
      ))}
    </div>
  )
}

function Amount({ row }: { row: UsageRow }) {
  const { t } = useTranslation('usage')
  const { number, wholePercent } = useDisplay()
  const standing = standingOf(row)
  const share = shareOf(row)
  const label = t(`kind.${row.what}`)
  const valuesOf = ({ used, limit }: UsageRow) =>
    limit === null ? t('unlimited', { used: number(used) }) : t('of', { used: number(used), limit: number(limit) })
  const isLeftOut = row.limit === 0 && row.used === 0
  const values = isLeftOut ? t('none') : valuesOf(row)
  return (
    <>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span className="font-medium">{label}</span>
        <span className="tnum text-end text-ink-2">{values}</span>
      </div>
      {share !== undefined && !isLeftOut && (
        <ProgressBar meter label={label} valueText={values} segments={[{ share, tone: TONES[standing] }]} />
      )}
      <p className="tnum mt-1 flex flex-wrap empty:hidden items-center gap-x-3 text-12 text-muted">
        {standing !== 'fine' && share !== undefined && (
          <span className={`flex items-center gap-1 ${standing === 'full' ? 'text-danger-ink' : 'text-warning-ink'}`}>
            <Icon of={alertIcons[standing === 'full' ? 'danger' : 'warning']} size={12} />
            {standing === 'full' ? t('usedUp') : t('used', { share: wholePercent(Math.floor(share * 100) / 100) })}
          </span>
        )}
        {row.forecast !== null && row.forecast > 0 && <span>{t('forecast', { amount: number(row.forecast) })}</span>}
      </p>
    </>
  )
}
