import type { FieldError } from '@notifly/contracts/errors'
import { listTopics } from '@notifly/contracts/topics/topics'
import { Eye, Pencil } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../../api/api-error.ts'
import { useRead } from '../../../../api/queries.ts'
import { channelInSentence, setUpPath } from '../../../../components/channels/channels.ts'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { PageLink } from '../../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../../components/navigation/use-pages.ts'
import { PartFailure } from '../../../../components/states/PartFailure.tsx'
import { usesRecipientTimeZone } from '../../../../components/schedules/schedule-choice.ts'
import { problemLine } from '../../../../components/email/problem-words.ts'
import { paths } from '../../../../paths.ts'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { type KeyValue, KeyValues } from '../../../../ui/layout/KeyValues.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { useMoments } from '../../../../components/display/use-moments.ts'
import { EndsTooSoon } from '../ab-test/EndsTooSoon.tsx'
import { useGoalWords } from '../../../../components/campaigns/use-goal-words.ts'
import { NextRuns } from '../../../../components/campaigns/NextRuns.tsx'
import { RecipientMoments } from '../../../../components/campaigns/RecipientMoments.tsx'
import { toSchedule } from '../../../../components/schedules/schedule-wire.ts'
import type { StepId } from '../state/steps.ts'
import { LAUNCH_ERRORS_ID } from './use-launch.ts'
import { type Place, placeOf } from '../state/launch-errors.ts'
import { useFieldLabel } from './use-field-label.ts'
import { ContentReview } from '../what/channel-parts.tsx'
import { useFirstSettled } from '../../../../ui/feedback/use-first-settled.ts'
import { useSegments } from '../who/use-segments.ts'
import { BestHour } from '../when/BestHour.tsx'
import { useWhenWords } from '../when/use-when-words.ts'
import { useWizard } from '../state/wizard-context.ts'
import { Reading } from '../what/use-outline-rows.tsx'

export interface ReviewStepProps {
  onPreview: () => void
  /** The server's error from the last launch attempt. */
  failure: ApiError | undefined
}

/** The whole campaign on one page, with whatever is still missing on top. */
export function ReviewStep({ onPreview, failure }: ReviewStepProps) {
  const place = useFirstSettled(useWizard().launchErrors !== undefined)
  return (
    <div className="flex flex-col gap-4">
      <LaunchErrors />
      <Failure error={failure} />
      <ProblemWarning code="placeholder" title="placeholders" />
      <ProblemWarning code="image_without_value" title="imagesMissing" />
      <EndsTooSoon />
      <Fragment key={place}>
        <WhoPanel />
        <WhatPanel onPreview={onPreview} />
        <WhenPanel />
      </Fragment>
    </div>
  )
}

function LaunchErrors() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const errors = wizard.launchErrors ?? []
  if (errors.length === 0) return null
  return (
    <Alert tone="warning" title={t('review.blocked', { count: errors.length })}>
      <ErrorRows id={LAUNCH_ERRORS_ID} errors={errors} />
    </Alert>
  )
}

interface ProblemWarningProps {
  code: 'placeholder' | 'image_without_value'
  title: 'placeholders' | 'imagesMissing'
}

/** Problems that do not block the launch, but that the author will want to fix first. */
function ProblemWarning({ code, title }: ProblemWarningProps) {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { t: words } = useTranslation('templates')
  const labelOf = useFieldLabel()
  const slug = useSlug()
  const found = wizard.problems.filter(problem => problem.code === code)
  const template = wizard.values.template_uuid
  if (found.length === 0) return null
  return (
    <Alert tone="warning" title={t(`review.${title}`, { count: found.length })}>
      <ul className="mt-1 flex w-fit flex-col gap-1">
        {found.map(problem => {
          const { place, line, variant } = problem
          const label = labelOf(variant === undefined ? place : `ab_test.variants.${variant - 1}.${place}`)
          return (
            <li key={`${variant}.${place}.${line}.${problem.column}`} className="flex flex-wrap gap-x-2">
              <span>
                {label && `${label}: `}
                {problemLine(words, problem)}
                {/* For a template the line number would mislead: its HTML may be generated from blocks. */}
                {place !== 'template_uuid' && ` (${t('review.line', { line })})`}
              </span>
              {place === 'template_uuid' && template !== null && variant === undefined ? (
                <PageLink to={paths.template(slug, template)} tone="plain" className={linkClass}>
                  {t('review.openTemplate')}
                </PageLink>
              ) : (
                <StepLinkTo place={placeOf(place)} />
              )}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}

function Failure({ error }: { error: ApiError | undefined }) {
  const { t } = useTranslation('campaigns')
  if (!error || error.status === 403 || error.status === 401) return null
  return (
    <Alert tone="danger" live title={t('review.refused')}>
      {error.errors.length === 0 && translateSentence(error)}
      <ErrorRows errors={error.errors} />
    </Alert>
  )
}

/** The error of each field, with a link to it. */
function ErrorRows({ id, errors }: { id?: string; errors: readonly FieldError[] }) {
  const { t } = useTranslation('campaigns')
  const labelOf = useFieldLabel()
  return (
    <ul id={id} tabIndex={-1} className="mt-1 flex w-fit flex-col gap-1 rounded-1 outline-offset-2">
      {errors.map(error => {
        const label = labelOf(error.field)
        return (
          <li key={`${error.field}.${error.line}.${error.column}.${error.message}`} className="flex flex-wrap gap-x-2">
            <span>
              {label && `${label}: `}
              {translateSentence(error)}
              {/* For a template the line refers to generated HTML, which the author never sees. */}
              {error.line !== undefined &&
                error.field !== 'template_uuid' &&
                ` (${t('review.line', { line: error.line })})`}
            </span>
            <StepLinkTo place={placeOf(error.field)} />
          </li>
        )
      })}
    </ul>
  )
}

const linkClass = 'font-semibold underline underline-offset-3'

function StepLinkTo({ place }: { place: Place }) {
  const wizard = useWizard()
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  if (place === 'settings') {
    return (
      <PageLink to={setUpPath(slug, wizard.channel)} tone="plain" className={linkClass}>
        {t('review.setUp', { channel: channelInSentence(t(`common:channel.${wizard.channel}`)) })}
      </PageLink>
    )
  }
  const go = () => (place === 'bar' ? document.getElementById('campaign-name')?.focus() : wizard.goStep(place))
  return (
    <button type="button" className={linkClass} onClick={go}>
      {place === 'bar' ? t('review.giveName') : t('review.goTo', { step: t(`wizard.steps.${place}`) })}
    </button>
  )
}

function Part({ step, extra, children }: { step: StepId; extra?: ReactNode; children: ReactNode }) {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  return (
    <Panel
      title={t(`wizard.steps.${step}`)}
      actions={
        <>
          {extra}
          <Button
            size="sm"
            icon={Pencil}
            aria-label={t('review.edit', { step: t(`wizard.steps.${step}`) })}
            onClick={() => wizard.goStep(step)}
          >
            {t('common:ui.edit')}
          </Button>
        </>
      }
    >
      {children}
    </Panel>
  )
}

function WhoPanel() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { number, list } = useDisplay()
  const { audience, topic_uuid: topicUuid } = wizard.values
  const { data: topics, error: noTopics, refetch } = useRead(listTopics, {}, { enabled: topicUuid !== null })
  const topic = topics?.find(({ uuid }) => uuid === topicUuid)?.name
  const segments = useSegments([...audience.segment_uuids, ...audience.exclude_segment_uuids])
  const names = (ids: readonly string[]) => list(segments.chosen(ids).map(option => option.label))
  const recipients = wizard.estimate.data?.recipients
  const to = audience.all ? t('who.everyone') : segments.isNaming ? <Reading /> : names(audience.segment_uuids) || '–'
  const rows: (KeyValue | false)[] = [
    { id: 'to', label: t('review.to'), value: to },
    audience.exclude_segment_uuids.length > 0 && {
      id: 'not',
      label: t('review.notTo'),
      value: names(audience.exclude_segment_uuids),
    },
    topic !== undefined && { id: 'topic', label: t('topic.label'), value: <bdi>{topic}</bdi> },
    {
      id: 'recipients',
      label: t('review.recipients'),
      value: recipients !== undefined ? number(recipients) : wizard.estimate.error ? '–' : <Reading />,
    },
  ]
  return (
    <Part step="who">
      {segments.error && (
        <PartFailure className="mb-3" error={segments.error} title={t('who.failed')} onRetry={segments.again} />
      )}
      {noTopics && !topics && (
        <PartFailure className="mb-3" error={noTopics} title={t('topic.failed')} onRetry={() => void refetch()} />
      )}
      <KeyValues texts items={rows.filter(row => row !== false)} />
    </Part>
  )
}

function WhatPanel({ onPreview }: { onPreview: () => void }) {
  const wizard = useWizard()
  const { goal } = wizard.values
  const { t: goals } = useTranslation('goals')
  const goalWords = useGoalWords()
  const { t } = useTranslation('campaigns')
  const preview = (
    <Button size="sm" icon={Eye} onClick={onPreview}>
      {t('summary.preview')}
    </Button>
  )
  return (
    <Part step="what" extra={!wizard.content.isEmpty && preview}>
      <ContentFailure />
      <ContentReview />
      {goal !== null && <KeyValues texts items={[{ id: 'goal', label: goals('title'), value: goalWords(goal) }]} />}
    </Part>
  )
}

/** Why lines of the content show a dash: its template, or what the server says about it, could not be read. */
function ContentFailure() {
  const { t } = useTranslation('campaigns')
  const { content, checkFailure } = useWizard()
  const error = content.error ?? checkFailure?.error
  if (error === undefined) return null
  const again = () => {
    if (content.error) content.again()
    checkFailure?.again()
  }
  const title = t(content.error ? 'what.templateFailed' : 'review.checkFailed')
  return <PartFailure className="mb-3" error={error} title={title} onRetry={again} />
}

function WhenPanel() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const words = useWhenWords()
  const { schedule } = wizard.values
  const { type, timezone } = schedule
  const { zoneWords } = useMoments(timezone)
  const ownZone = useMoments(wizard.zone)
  const runs = words.isNow ? [] : (wizard.estimate.data?.next_runs ?? [])
  const [first] = runs
  const rows: (KeyValue | false)[] = [
    { id: 'type', label: t('when.type'), value: t(`when.${type}`) },
    { id: 'when', label: t('summary.when'), value: words.sentence },
    first !== undefined && {
      id: 'clock',
      label: t('when.clock'),
      value: usesRecipientTimeZone(schedule) ? (
        t('review.theirClock', { zone: ownZone.zoneWords(first) })
      ) : (
        <bdi>{zoneWords(first)}</bdi>
      ),
    },
    schedule.start === 'intelligent' && {
      id: 'bestHour',
      label: t('when.intelligent'),
      value: <BestHour />,
    },
  ]
  return (
    <Part step="when">
      <KeyValues texts items={rows.filter(row => row !== false)} />
      {wizard.estimate.data?.moments !== undefined && (
        <>
          <h3 className="mt-3 mb-1 text-12 font-medium text-muted">{t('moments.title')}</h3>
          <RecipientMoments moments={wizard.estimate.data.moments} schedule={toSchedule(schedule)} />
        </>
      )}
      {runs.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-12 font-medium text-muted">{t('summary.runs')}</h3>
          <NextRuns
            runs={runs}
            zone={timezone}
            spans={wizard.estimate.data?.next_spans}
            isBestHour={schedule.start === 'intelligent'}
            all
          />
        </>
      )}
    </Part>
  )
}
