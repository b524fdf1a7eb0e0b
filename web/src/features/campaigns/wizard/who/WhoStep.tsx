import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listTopics } from '@notifly/contracts/topics/topics'
import { useTranslation } from 'react-i18next'
import { PageLink } from '../../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../../components/navigation/use-pages.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import { ForbiddenWords } from '../../../../components/states/ForbiddenCard.tsx'
import { PartFailure } from '../../../../components/states/PartFailure.tsx'
import { paths } from '../../../../paths.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { KeyValues } from '../../../../ui/layout/KeyValues.tsx'
import { MultiSelect } from '../../../../ui/controls/options/MultiSelect.tsx'
import type { Option } from '../../../../ui/controls/options/option.ts'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { RadioRows } from '../../../../ui/controls/RadioRows.tsx'
import { type SegmentChoice, useSegments } from './use-segments.ts'
import { useWizard } from '../state/wizard-context.ts'
import type { AudienceChoice } from '../state/values.ts'
import { useRead } from '../../../../api/queries.ts'
import { Select } from '../../../../ui/controls/options/Select.tsx'

/** The audience step: all contacts or some segments, and who is excluded. */
export function WhoStep() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { audience } = wizard.values
  const segments = useSegments([...audience.segment_uuids, ...audience.exclude_segment_uuids])
  const mayChoose = useCan(ACTIVITY.segmentation, 'read')
  const change = (patch: Partial<AudienceChoice>) => wizard.change({ audience: { ...audience, ...patch } })
  return (
    <>
      <Section title={t('who.title')} help={t('who.help')}>
        <RadioRows
          aria-label={t('who.title')}
          value={audience.all ? 'all' : 'segments'}
          onChange={choice => change({ all: choice === 'all' })}
          rows={[
            { value: 'segments', title: t('who.segments'), help: t('who.segmentsHelp') },
            { value: 'all', title: t('who.everyone'), help: t('who.everyoneHelp') },
          ]}
        />
      </Section>
      <Section title={audience.all ? t('who.leaveOut') : t('who.which')}>
        <Panel>
          {mayChoose ? (
            <div className="flex flex-col gap-4">
              {segments.error && (
                <PartFailure error={segments.error} title={t('who.failed')} onRetry={segments.again} />
              )}
              {!audience.all && <IncludeField segments={segments} onChange={change} />}
              <Field
                label={t('who.exclude')}
                help={t('who.excludeHelp')}
                error={wizard.errorAt('audience.exclude_segment_uuids', true)}
                optional
              >
                <SegmentSelect
                  segments={segments}
                  value={audience.exclude_segment_uuids}
                  onChange={chosen => change({ exclude_segment_uuids: chosen })}
                />
              </Field>
            </div>
          ) : (
            <ForbiddenWords activity={ACTIVITY.segmentation} />
          )}
        </Panel>
      </Section>
      <TopicField />
      <EmptyNote />
    </>
  )
}

interface IncludeFieldProps {
  segments: SegmentChoice
  onChange: (patch: Partial<AudienceChoice>) => void
}

function IncludeField({ segments, onChange }: IncludeFieldProps) {
  const { values, errorAt } = useWizard()
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { audience } = values
  return (
    <Field
      label={t('who.include')}
      help={t('who.includeHelp')}
      error={errorAt('audience.segment_uuids', audience.segment_uuids.length > 0)}
    >
      <SegmentSelect
        segments={segments}
        value={audience.segment_uuids}
        onChange={chosen => onChange({ segment_uuids: chosen })}
      />
      <ChosenCounts chosen={segments.chosen(audience.segment_uuids)} />
      {segments.isEmpty && (
        <Alert tone="info" action={<PageLink to={paths.audienceManage(slug)}>{t('who.import')}</PageLink>}>
          {t('who.noSegments')}
        </Alert>
      )}
    </Field>
  )
}

interface SegmentSelectProps {
  segments: SegmentChoice
  /** Segment ids, as in `onChange`. */
  value: readonly string[]
  onChange: (chosen: string[]) => void
}

function SegmentSelect({ segments, value, onChange }: SegmentSelectProps) {
  const { t } = useTranslation('campaigns')
  return (
    <MultiSelect
      options={segments.options}
      value={segments.chosen(value)}
      onChange={chosen => onChange(chosen.map(option => option.value))}
      onQuery={segments.find}
      loading={segments.isLoading}
      placeholder={t('who.find')}
      emptyText={t('who.noneFound')}
    />
  )
}

/** The current size of each chosen segment. Dynamic segments are counted again when the campaign is sent. */
function ChosenCounts({ chosen }: { chosen: readonly Option[] }) {
  const slug = useSlug()
  if (chosen.length === 0) return null
  return (
    <KeyValues
      lines
      className="mt-1"
      items={chosen.map(({ value, label, help, end }) => ({
        id: value,
        label: (
          <>
            <PageLink to={paths.segment(slug, value)}>
              <bdi>{label}</bdi>
            </PageLink>
            {help !== undefined && <span className="text-12"> · {help}</span>}
          </>
        ),
        value: end,
      }))}
    />
  )
}

/** Warns already here, not only in the review, that the chosen audience is empty. */
function EmptyNote() {
  const { estimate, values } = useWizard()
  const { t } = useTranslation('campaigns')
  const { data, isCurrent } = estimate
  const isChosen = values.audience.all || values.audience.segment_uuids.length > 0
  if (!isChosen || !data || !isCurrent || data.recipients > 0) return null
  return (
    <Alert tone="warning" className="mt-4">
      {data.matched === 0 ? t('who.nobody') : t('who.allSkipped', { count: data.matched })}
    </Alert>
  )
}

/** Value of the option "no topic". With an empty value the field would look as if nothing was chosen yet. */
const NONE = 'none'

/** The campaign's topic: contacts who left it are excluded. Hidden if the application has no topics. */
function TopicField() {
  const { channel, values, change } = useWizard()
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { data: topics, error, refetch } = useRead(listTopics, {})
  const chosen = values.topic_uuid
  const isGone = topics !== undefined && chosen !== null && !topics.some(topic => topic.uuid === chosen)
  if (error && !topics) {
    return (
      <Section title={t('topic.title')}>
        <PartFailure error={error} title={t('topic.failed')} onRetry={() => void refetch()} />
      </Section>
    )
  }
  if (topics === undefined || (topics.length === 0 && !isGone)) return null
  return (
    <Section title={t('topic.title')} help={t('topic.help')}>
      <Panel>
        <Field label={t('topic.label')} error={isGone && t('topic.gone')}>
          <Select
            value={isGone ? null : (chosen ?? NONE)}
            onChange={uuid => change({ topic_uuid: uuid === NONE ? null : uuid })}
            options={[
              { value: NONE, label: t('topic.none'), help: t('topic.noneHelp') },
              ...topics.map(({ uuid, name, description }) => ({ value: uuid, label: name, help: description })),
            ]}
          />
        </Field>
        <p className="mt-2 text-12 text-muted">
          {channel === 'email' && (chosen === null ? t('topic.leavesAll') : t('topic.leavesTopic'))}{' '}
          <PageLink to={paths.administration(slug)} tone="link">
            {t('topic.manage')}
          </PageLink>
        </p>
      </Panel>
    </Section>
  )
}
