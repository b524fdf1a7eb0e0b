import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  createTopic,
  deleteTopic,
  listTopics,
  type Topic,
  TOPIC_DESCRIPTION_MAX,
  TOPIC_NAME_MAX,
  TOPICS_MAX,
  type TopicUse,
  updateTopic,
} from '@notifly/contracts/topics/topics'
import { MessagesSquare, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'

/** What campaigns can be about; recipients leave topics one by one. */
export function Topics() {
  const { t } = useTranslation('applications')
  const { data, error, refetch } = useRead(listTopics, {})
  const mayCreate = useCan(ACTIVITY.applications, 'create')
  const [editing, setEditing] = useState<Topic | 'new'>()
  const [deleting, setDeleting] = useState<Topic>()
  if (error && !data) return <ReadFailure error={error} title={t('topics.failed')} onRetry={() => void refetch()} />
  const isFull = (data?.length ?? 0) >= TOPICS_MAX
  const add = mayCreate && data && !isFull && (
    <Button size="sm" icon={Plus} onClick={() => setEditing('new')}>
      {t('topics.add')}
    </Button>
  )
  return (
    <Panel title={t('topics.title')} actions={data && data.length > 0 && add}>
      {!data && (
        <>
          <LoadingNote />
          <Skeleton height="6rem" />
        </>
      )}
      {data?.length === 0 && (
        <StateCard kind="empty" icon={MessagesSquare} framed={false} title={t('topics.none')} actions={add}>
          {t('topics.about')}
        </StateCard>
      )}
      {data && data.length > 0 && (
        <>
          <p className="mb-2 text-ink-2">{t('topics.about')}</p>
          <ul className="flex flex-col divide-y divide-line">
            {data.map(topic => (
              <Row key={topic.uuid} topic={topic} onEdit={setEditing} onDelete={setDeleting} />
            ))}
          </ul>
        </>
      )}
      {editing && <TopicDialog topic={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {deleting && <DeleteTopicDialog topic={deleting} onClose={() => setDeleting(undefined)} />}
    </Panel>
  )
}

interface RowProps {
  topic: Topic
  onEdit: (topic: Topic) => void
  onDelete: (topic: Topic) => void
}

function Row({ topic, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation(['applications', 'common'])
  const mayUpdate = useCan(ACTIVITY.applications, 'update')
  const mayDelete = useCan(ACTIVITY.applications, 'delete')
  const items: MenuItem[] = [
    mayUpdate && { label: t('topics.edit'), icon: Pencil, onSelect: () => onEdit(topic) },
    mayDelete && { label: t('topics.delete'), icon: Trash2, danger: true, onSelect: () => onDelete(topic) },
  ]
  return (
    <li className="flex items-start gap-3 py-2.5 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{topic.name}</bdi>
        </p>
        {topic.description !== '' && (
          <p className="text-ink-2 wrap-anywhere">
            <bdi>{topic.description}</bdi>
          </p>
        )}
        <p className="text-12 text-muted">
          {t('topics.campaigns', { count: topic.campaigns })}
          {' · '}
          {t('topics.left', { count: topic.left })}
        </p>
      </div>
      <RowMenu items={items} name={topic.name} />
    </li>
  )
}

const schema = bodyOf(createTopic)

/** Names a topic and says what recipients read about it. */
function TopicDialog({ topic, onClose }: { topic: Topic | undefined; onClose: () => void }) {
  const { t } = useTranslation('applications')
  const form = useApiForm(schema, {
    defaultValues: { name: topic?.name ?? '', description: topic?.description ?? '' },
  })
  const save = form.submit(async body => {
    if (topic === undefined) await call(createTopic, { body })
    else await call(updateTopic, { query: { uuid: topic.uuid }, body })
    await refresh(listTopics)
    onClose()
    announce({
      tone: 'success',
      message: t(topic === undefined ? 'topics.added' : 'topics.saved', { name: body.name }),
    })
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t(topic === undefined ? 'topics.add' : 'topics.edit')}
      description={t('topics.dialog')}
      onSubmit={save}
      action={t(topic === undefined ? 'topics.add' : 'topics.save')}
    >
      <Field label={t('topics.name')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={TOPIC_NAME_MAX} counter autoFocus />
      </Field>
      <Field label={t('topics.description')} optional error={form.errorOf('description')}>
        <Textarea {...form.register('description')} maxLength={TOPIC_DESCRIPTION_MAX} rows={2} counter />
      </Field>
    </FormDialog>
  )
}

/** Asks before a topic goes, since what people chose about it goes with it; campaigns that still send are named. */
function DeleteTopicDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const { t } = useTranslation('applications')
  return (
    <ConfirmWrite
      endpoint={deleteTopic}
      input={{ query: { uuid: topic.uuid } }}
      refreshes={[listTopics]}
      onClose={onClose}
      title={t('topics.deleteTitle', { name: topic.name })}
      action={t('topics.delete')}
      refusal={error => <Refusal error={error} />}
    >
      {topic.left === 0 ? t('topics.deleteText') : t('topics.deleteLeft', { count: topic.left })}
    </ConfirmWrite>
  )
}

function Refusal({ error }: { error: ApiError }) {
  const slug = useSlug()
  const { t } = useTranslation('applications')
  const { campaigns } = (error.data ?? {}) as Partial<TopicUse>
  if (campaigns === undefined) return translateSentence(error)
  return (
    <>
      <p className="font-medium">{t('topics.inUse', { count: campaigns.length })}</p>
      <ul className="mt-1">
        {campaigns.map(({ uuid, name, platform }) => (
          <li key={uuid} className="flex items-center gap-2 py-1 text-ink">
            <ChannelIcon channel={platform} />
            <PageLink to={paths.campaigns(slug, { search: name })} className="truncate">
              <bdi>{name}</bdi>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}
