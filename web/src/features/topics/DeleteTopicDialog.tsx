import { deleteTopic, listTopics, type Topic, type TopicUse } from '@notifly/contracts/topics/topics'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { useWrite } from '../../api/queries.ts'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { say } from '../../locales/say.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

/** Asks before a topic goes, since what people chose about it goes with it; campaigns that still send are named. */
export function DeleteTopicDialog({ slug, topic, onClose }: { slug: string; topic: Topic; onClose: () => void }) {
  const { t } = useTranslation('applications')
  const { number } = useDisplay()
  const remove = useWrite(deleteTopic, { refreshes: [listTopics], failure: 'form', onDone: onClose })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('topics.deleteTitle', { name: topic.name })}
      action={t('topics.delete')}
      loading={remove.isPending}
      error={remove.error && <Refusal slug={slug} error={remove.error} />}
      onConfirm={() => remove.mutate({ query: { uuid: topic.uuid } })}
    >
      {topic.left === 0
        ? t('topics.deleteText')
        : t('topics.deleteLeft', { count: topic.left, shown: number(topic.left) })}
    </ConfirmDialog>
  )
}

function Refusal({ slug, error }: { slug: string; error: ApiError }) {
  const { t } = useTranslation('applications')
  const { campaigns } = (error.data ?? {}) as Partial<TopicUse>
  if (campaigns === undefined) return say(error)
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
