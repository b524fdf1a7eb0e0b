import { Check, Eye, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { usesRecipientTimeZone } from '../../../../components/schedules/schedule-choice.ts'
import { PageLink } from '../../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../../components/navigation/use-pages.ts'
import { PartFailure } from '../../../../components/states/PartFailure.tsx'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { type KeyValue, KeyValues } from '../../../../ui/layout/KeyValues.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { useMoments } from '../../../../components/display/use-moments.ts'
import { SmsCost } from '../sms/SmsCost.tsx'
import { VariantLines } from '../ab-test/VariantLines.tsx'
import { NextRuns } from '../../../../components/campaigns/NextRuns.tsx'
import { RecipientMoments } from '../../../../components/campaigns/RecipientMoments.tsx'
import { toSchedule } from '../../../../components/schedules/schedule-wire.ts'
import { useWizard } from '../state/wizard-context.ts'
import { BestHour } from '../when/BestHour.tsx'
import { useWhenWords } from '../when/use-when-words.ts'
import { Reading } from '../what/use-outline-rows.tsx'

export interface SummaryProps {
  onPreview: () => void
}

/** The current state of the campaign: whom it reaches, whom it skips and why, when it runs, and what it says. */
export function Summary(props: SummaryProps) {
  const { t } = useTranslation('campaigns')
  return (
    <Panel title={t('summary.title')} actions={<Freshness />}>
      <SummaryBody {...props} />
    </Panel>
  )
}

/** The summary without its frame, for the sheet on narrow screens. */
export function SummaryBody({ onPreview }: SummaryProps) {
  return (
    <div className="flex flex-col gap-4">
      <Reach />
      <hr className="border-line" />
      <When />
      <hr className="border-line" />
      <Content onPreview={onPreview} />
    </div>
  )
}

function Freshness() {
  const { estimate } = useWizard()
  const { t } = useTranslation('campaigns')
  if (estimate.error && !estimate.data) return null
  if (estimate.error) {
    return (
      <Button size="sm" variant="ghost" icon={RotateCw} onClick={estimate.retry}>
        {t('summary.retry')}
      </Button>
    )
  }
  return (
    <span role="status" className="flex items-center gap-1">
      {estimate.isCurrent ? (
        <span className="flex items-center gap-1 text-success-ink">
          <Icon of={Check} size={12} />
          {t('summary.current')}
        </span>
      ) : (
        <>
          <Spinner size={12} />
          {t('summary.counting')}
        </>
      )}
    </span>
  )
}

const MINUS = '\u2212'

function Reach() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { number } = useDisplay()
  const { estimate, values } = wizard
  const slug = useSlug()
  const { data } = estimate
  if (!data && estimate.error)
    return <PartFailure error={estimate.error} title={t('summary.failed')} onRetry={estimate.retry} />
  if (!data) return <ReachSkeleton />
  const { audience } = values
  const [only, ...others] = audience.segment_uuids
  const matchedPath =
    !audience.all && only !== undefined && others.length === 0 ? paths.segment(slug, only) : paths.contacts(slug)
  const skipped = Object.entries(data.skipped).filter(([, n]) => n > 0)
  const left = skipped.reduce((sum, [, n]) => sum + n, 0)
  const rows: KeyValue[] = [
    { id: 'matched', label: t('summary.matched'), value: <PageLink to={matchedPath}>{number(data.matched)}</PageLink> },
    ...(left > 0
      ? [{ id: 'skipped', label: t('summary.skipped'), value: `${MINUS}${number(left)}`, strong: true }]
      : []),
    ...skipped.map(([reason, n]) => ({
      id: reason,
      label:
        reason === 'no_address'
          ? t(`noAddress.${wizard.channel}`)
          : t(`skipped.${reason}`, { defaultValue: reason.replaceAll('_', ' ') }),
      value: <PageLink to={skippedPath(slug, reason)}>{number(n)}</PageLink>,
      indent: true,
    })),
  ]
  return (
    <div className={estimate.isCurrent ? undefined : 'opacity-60'}>
      <p className="tnum text-28 font-semibold tracking-(--ls-title)">
        <PageLink to={matchedPath}>{number(data.recipients)}</PageLink>
      </p>
      <p className="mb-3 text-muted">{t('summary.recipients', { count: data.recipients })}</p>
      <KeyValues items={rows} />
    </div>
  )
}

function ReachSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton width="5rem" height="1.75rem" />
      <Skeleton width="4rem" />
      <Skeleton className="mt-3" />
    </div>
  )
}

function skippedPath(slug: string, reason: string): string {
  return reason.startsWith('suppressed') ? paths.suppressions(slug) : paths.contacts(slug)
}

function When() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const words = useWhenWords()
  const { schedule } = wizard.values
  const { timezone, sunset } = schedule
  const { zoneWords } = useMoments(timezone)
  const ownZone = useMoments(wizard.zone)
  const runs = words.isNow ? [] : (wizard.estimate.data?.next_runs ?? [])
  const [first] = runs
  const sends = sunset?.end === 'sends' ? sunset.sends : null
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Eyebrow>{t('summary.when')}</Eyebrow>
        <p className="font-semibold">{words.sentence}</p>
        {first !== undefined && (
          <p className="text-12 text-muted">
            {usesRecipientTimeZone(schedule) ? (
              t('summary.withoutClock', { zone: ownZone.zoneWords(first) })
            ) : (
              <bdi>{zoneWords(first)}</bdi>
            )}
          </p>
        )}
        {schedule.start === 'intelligent' && (
          <p className="text-12 text-muted">
            <BestHour />
          </p>
        )}
        {words.warning !== null && <FieldError>{words.warning}</FieldError>}
      </div>
      {wizard.estimate.data?.moments !== undefined && (
        <div>
          <Eyebrow>{t('moments.title')}</Eyebrow>
          <RecipientMoments moments={wizard.estimate.data.moments} schedule={toSchedule(schedule)} />
        </div>
      )}
      {runs.length > 0 && (
        <div>
          <div className="flex items-baseline justify-between gap-2">
            <Eyebrow>{t('summary.runs')}</Eyebrow>
            {sends !== null && (
              <span className="tnum text-12 text-muted">
                {t('summary.planned', { shown: runs.length, total: sends })}
              </span>
            )}
          </div>
          <NextRuns
            runs={runs}
            zone={timezone}
            spans={wizard.estimate.data?.next_spans}
            isBestHour={schedule.start === 'intelligent'}
          />
        </div>
      )}
    </div>
  )
}

function Content({ onPreview }: SummaryProps) {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { title, isEmpty, isLoading, error, templateName } = wizard.content
  const { isOn, part } = wizard.values.ab_test
  return (
    <div>
      <Eyebrow>{t('summary.content')}</Eyebrow>
      {isOn && <VariantLines />}
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          {!isOn && (
            <p className="truncate font-medium" title={title}>
              <bdi>
                {title.trim() !== '' && title}
                {title.trim() === '' && isLoading && <Reading />}
                {title.trim() === '' && !isLoading && (
                  <span className="text-muted">
                    {error ? t('what.templateFailed') : t(`summary.empty.${wizard.channel}`)}
                  </span>
                )}
              </bdi>
            </p>
          )}
          {wizard.channel === 'sms' && wizard.content.text.trim() !== '' && (
            <p className="tnum text-12 text-muted">
              <SmsCost />
            </p>
          )}
          {templateName && !(isOn && part === 'content') && (
            <p className="truncate text-12 text-muted">
              <bdi>{templateName}</bdi>
            </p>
          )}
        </div>
        {!isEmpty && !error && (
          <Button size="sm" icon={Eye} onClick={onPreview}>
            {t('summary.preview')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Eyebrow({ children }: { children: ReactNode }) {
  return <h3 className="mb-1 text-12 font-medium text-muted">{children}</h3>
}
