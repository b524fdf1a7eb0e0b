import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listTopics, type Topic, TOPICS_MAX } from '@notifly/contracts/topics/topics'
import { MessagesSquare, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { DeleteTopicDialog } from './DeleteTopicDialog.tsx'
import { TopicDialog } from './TopicDialog.tsx'

/** What campaigns can be about; recipients leave topics one by one. */
export function Topics({ slug }: { slug: string }) {
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
      {deleting && <DeleteTopicDialog slug={slug} topic={deleting} onClose={() => setDeleting(undefined)} />}
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
  const { number } = useDisplay()
  const mayUpdate = useCan(ACTIVITY.applications, 'update')
  const mayDelete = useCan(ACTIVITY.applications, 'delete')
  const items: MenuItem[] = [
    ...(mayUpdate ? [{ label: t('topics.edit'), icon: Pencil, onSelect: () => onEdit(topic) }] : []),
    ...(mayDelete ? [{ label: t('topics.delete'), icon: Trash2, danger: true, onSelect: () => onDelete(topic) }] : []),
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
          {t('topics.campaigns', { count: topic.campaigns, shown: number(topic.campaigns) })}
          {' · '}
          {t('topics.left', { count: topic.left, shown: number(topic.left) })}
        </p>
      </div>
      {items.length > 0 && <RowMenu items={items} name={topic.name} />}
    </li>
  )
}
