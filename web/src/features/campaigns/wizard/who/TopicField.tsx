import { listTopics } from '@notifly/contracts/topics/topics'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../../api/queries.ts'
import { PageLink } from '../../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../../components/navigation/use-pages.ts'
import { paths } from '../../../../paths.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** A choice of its own: an empty value would read as nothing chosen yet. */
const NONE = 'none'

/** What the campaign is about: contacts who left the topic are left out. Absent while there is nothing to choose from. */
export function TopicField() {
  const { channel, values, change } = useWizard()
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { data: topics } = useRead(listTopics, {})
  const chosen = values.topic_uuid
  const isGone = topics !== undefined && chosen !== null && !topics.some(topic => topic.uuid === chosen)
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
          <PageLink to={paths.administration(slug)}>{t('topic.manage')}</PageLink>
        </p>
      </Panel>
    </Section>
  )
}
