import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import type { FieldError } from '@notifly/contracts/errors'
import { listTopics } from '@notifly/contracts/topics/topics'
import { Eye, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import { useRead } from '../../../api/queries.ts'
import { setUpPath } from '../../../components/channels/channels.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { followsRecipients } from '../../../components/schedule/schedule-choice.ts'
import { say } from '../../../locales/say.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { type KeyValue, KeyValues } from '../../../ui/layout/KeyValues.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useDates } from '../use-dates.ts'
import { EndsTooSoon } from './ab-test/EndsTooSoon.tsx'
import type { Block } from './blocks.ts'
import { NextRuns } from '../NextRuns.tsx'
import type { StepId } from './steps.ts'
import { BLOCKS_ID } from './use-launch.ts'
import { useContentRows } from './use-content-rows.tsx'
import { useSegments } from './use-segments.ts'
import { BestHour } from './when/BestHour.tsx'
import { useWhenWords } from './use-when-words.ts'
import type { Wizard } from './use-wizard.ts'

export interface ReviewStepProps {
  wizard: Wizard
  onPreview: () => void
  /** What the server said to the last launch. */
  failure: ApiError | undefined
}

/** Everything on one page before it goes out, with what is still missing on top. */
export function ReviewStep({ wizard, onPreview, failure }: ReviewStepProps) {
  return (
    <div className="flex flex-col gap-4">
      <Blocks wizard={wizard} />
      <Failure error={failure} wizard={wizard} />
      <EndsTooSoon wizard={wizard} />
      <WhoPanel wizard={wizard} />
      <WhatPanel wizard={wizard} onPreview={onPreview} />
      <WhenPanel wizard={wizard} />
    </div>
  )
}

function Blocks({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('campaigns')
  const { blocks } = wizard
  if (blocks.length === 0) return null
  return (
    <Alert tone="warning" title={t('review.blocked', { count: blocks.length })}>
      <ul id={BLOCKS_ID} tabIndex={-1} className="mt-1 flex w-fit flex-col gap-1 rounded-1 outline-offset-2">
        {blocks.map(block => (
          <li key={block.part} className="flex flex-wrap gap-x-2">
            <span>
              {t(`review.blocks.${block.part}`, {
                count: block.count ?? 1,
                channel: t(`common:channel.${wizard.channel}`),
              })}
            </span>
            <MendLink block={block} wizard={wizard} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const linkClass = 'font-semibold underline underline-offset-3'

function MendLink({ block: { step }, wizard }: { block: Block; wizard: Wizard }) {
  const { t } = useTranslation('campaigns')
  if (step === 'settings') {
    return (
      <PageLink to={setUpPath(wizard.slug, wizard.channel)} className={linkClass}>
        {t('review.setUp', { channel: t(`common:channel.${wizard.channel}`) })}
      </PageLink>
    )
  }
  const mend = () => (step === 'bar' ? document.getElementById('campaign-name')?.focus() : wizard.goStep(step))
  return (
    <button type="button" className={linkClass} onClick={mend}>
      {step === 'bar' ? t('review.giveName') : t('review.goTo', { step: t(`wizard.steps.${step}`) })}
    </button>
  )
}

/** Steps of the fields that the server names. */
function stepOf(field: string): StepId | undefined {
  if (field.startsWith('audience')) return 'who'
  if (field.startsWith('schedule')) return 'when'
  return field === 'campaignName' || field === 'configuration' ? undefined : 'what'
}

function Failure({ error, wizard }: { error: ApiError | undefined; wizard: Wizard }) {
  const { t } = useTranslation('campaigns')
  if (!error || error.status === 403 || error.status === 401) return null
  return (
    <Alert tone="danger" live title={t('review.refused')}>
      {error.errors.length === 0 && say(error)}
      <ul className="mt-1 flex flex-col gap-1">
        {error.errors.map(each => (
          <FailureRow key={`${each.field}.${each.line}.${each.message}`} error={each} wizard={wizard} />
        ))}
      </ul>
    </Alert>
  )
}

function FailureRow({ error, wizard }: { error: FieldError; wizard: Wizard }) {
  const { t } = useTranslation(['campaigns', 'ab-test'])
  const { number } = useDisplay()
  const step = stepOf(error.field)
  const variant = /^ab_test\.variants\.(\d)/.exec(error.field)?.[1]
  const place = error.line === undefined ? '' : ` (${t('review.line', { line: number(error.line) })})`
  return (
    <li className="flex flex-wrap gap-x-2">
      <span>
        {variant !== undefined && `${t('ab-test:variant', { letter: variantLetter(Number(variant) + 1) })}: `}
        {say(error)}
        {place}
      </span>
      {step && (
        <button type="button" className={linkClass} onClick={() => wizard.goStep(step)}>
          {t('review.goTo', { step: t(`wizard.steps.${step}`) })}
        </button>
      )}
    </li>
  )
}

function Part({
  step,
  wizard,
  extra,
  children,
}: {
  step: StepId
  wizard: Wizard
  extra?: ReactNode
  children: ReactNode
}) {
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

function WhoPanel({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('campaigns')
  const { number, list } = useDisplay()
  const { audience, topic_uuid: topicUuid } = wizard.values
  const { data: topics } = useRead(listTopics, {})
  const topic = topics?.find(({ uuid }) => uuid === topicUuid)?.name
  const segments = useSegments([...audience.segment_uuids, ...audience.exclude_segment_uuids])
  const names = (ids: readonly string[]) => list(segments.chosen(ids).map(option => option.label))
  const recipients = wizard.estimate.data?.recipients
  const rows: (KeyValue | false)[] = [
    { id: 'to', label: t('review.to'), value: audience.all ? t('who.everyone') : names(audience.segment_uuids) || '–' },
    audience.exclude_segment_uuids.length > 0 && {
      id: 'not',
      label: t('review.notTo'),
      value: names(audience.exclude_segment_uuids),
    },
    topic !== undefined && { id: 'topic', label: t('topic.label'), value: <bdi>{topic}</bdi> },
    {
      id: 'recipients',
      label: t('review.recipients'),
      value: recipients === undefined ? '–' : number(recipients),
    },
  ]
  return (
    <Part step="who" wizard={wizard}>
      <KeyValues texts items={rows.filter(row => row !== false)} />
    </Part>
  )
}

function WhatPanel({ wizard, onPreview }: { wizard: Wizard; onPreview: () => void }) {
  const { t } = useTranslation('campaigns')
  const rows = useContentRows(wizard)
  const preview = (
    <Button size="sm" icon={Eye} onClick={onPreview}>
      {t('summary.preview')}
    </Button>
  )
  return (
    <Part step="what" wizard={wizard} extra={!wizard.content.isEmpty && preview}>
      <KeyValues texts items={rows} />
    </Part>
  )
}

function WhenPanel({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('campaigns')
  const words = useWhenWords(wizard)
  const { schedule } = wizard.values
  const { type, timezone } = schedule
  const { zoneWords } = useDates(timezone)
  const ownZone = useDates(wizard.zone)
  const runs = words.isNow ? [] : (wizard.estimate.data?.next_runs ?? [])
  const [first] = runs
  const rows: (KeyValue | false)[] = [
    { id: 'type', label: t('when.type'), value: t(`when.${type}`) },
    { id: 'when', label: t('summary.when'), value: words.sentence },
    first !== undefined && {
      id: 'clock',
      label: t('when.clock'),
      value: followsRecipients(schedule) ? (
        t('review.theirClock', { zone: ownZone.zoneWords(first) })
      ) : (
        <bdi>{zoneWords(first)}</bdi>
      ),
    },
    schedule.start === 'intelligent' && {
      id: 'bestHour',
      label: t('when.intelligent'),
      value: <BestHour estimate={wizard.estimate} />,
    },
  ]
  return (
    <Part step="when" wizard={wizard}>
      <KeyValues texts items={rows.filter(row => row !== false)} />
      {runs.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-12 font-medium text-muted">{t('summary.runs')}</h3>
          <NextRuns
            runs={runs}
            zone={timezone}
            theirs={followsRecipients(schedule)}
            isBestHour={schedule.start === 'intelligent'}
            all
          />
        </>
      )}
    </Part>
  )
}
