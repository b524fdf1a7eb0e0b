import type { Channel } from '@notifly/contracts/applications/applications'
import { type ContactConsent, readConsent } from '@notifly/contracts/consent/consent'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ReopenBanner } from '../approvals/ReopenBanner.tsx'
import { textIn } from '../approvals/request-address.ts'
import { useReopened } from '../approvals/use-request.ts'
import { ChannelIcon } from '../channels/ChannelIcon.tsx'
import { useDisplay } from '../display/use-display.ts'
import { useCan } from '../session/use-session.ts'
import { useZone } from '../session/use-zone.ts'
import { ReadFailure } from '../states/ReadFailure.tsx'
import { ConsentDialog, type ConsentWish } from './ConsentDialog.tsx'
import { ConsentHistory } from './ConsentHistory.tsx'

export interface ConsentPanelProps {
  contactUuid: string
  /** A request about the contact is open, so consent can't be changed until it is decided. */
  isPending?: boolean
}

/** A contact's consent by channel and topic, its history, and buttons to change it by hand. */
export function ConsentPanel({ contactUuid, isPending = false }: ConsentPanelProps) {
  const { t } = useTranslation(['consent', 'common'])
  const { data, error, refetch } = useRead(readConsent, { params: { uuid: contactUuid } })
  const [wish, setWish] = useState<ConsentWish>()
  const mayChange = useCan(ACTIVITY.audience, 'update') && !isPending
  if (error && !data) {
    return <ReadFailure error={error} title={t('panel.failed')} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <Panel title={t('panel.title')}>
        <LoadingNote />
        <Skeleton height="6rem" />
      </Panel>
    )
  }
  return (
    <Panel title={t('panel.title')}>
      <CorrectConsent contactUuid={contactUuid} topics={data.topics} />
      <div className="flex flex-col divide-y divide-line">
        <Choices consent={data} mayChange={mayChange} onWish={setWish} />
      </div>
      <ConsentHistory history={data.history} />
      {wish && <ConsentDialog contactUuid={contactUuid} wish={wish} onClose={() => setWish(undefined)} />}
    </Panel>
  )
}

interface ChoicesProps {
  consent: ContactConsent
  mayChange: boolean
  onWish: (wish: ConsentWish) => void
}

/** A row for each channel as a whole, then one for each topic. */
function Choices({ consent: { channels, topics }, mayChange, onWish }: ChoicesProps) {
  const { t } = useTranslation(['consent', 'common'])
  const rowOf = (standing: Standing, name: string, topic: ConsentWish['topic'], channel: Channel) => ({
    name,
    standing,
    onChange: mayChange ? () => onWish({ channel, topic, to: opposite(standing.status), name }) : undefined,
  })
  return (
    <>
      {channels.map(channel => (
        <Row
          key={channel.channel}
          {...rowOf(channel, t(`common:channel.${channel.channel}`), null, channel.channel)}
          icon={<ChannelIcon channel={channel.channel} named />}
          note={
            channel.suppressed !== null &&
            channel.suppressed !== 'unsubscribe' &&
            t(`panel.suppressed.${channel.suppressed}`)
          }
        />
      ))}
      {topics.map(topic => (
        <Row
          key={topic.uuid}
          {...rowOf(topic, topic.name, { uuid: topic.uuid, name: topic.name }, channels[0]?.channel ?? 'email')}
          note={topic.description}
        />
      ))}
    </>
  )
}

type Standing = Pick<ContactConsent['topics'][number], 'status' | 'source' | 'since'>

interface RowProps {
  name: string
  icon?: ReactNode
  note?: ReactNode
  standing: Standing
  /** Absent if the reader lacks the right. */
  onChange: (() => void) | undefined
}

function Row({ name, icon, note, standing: { status, source, since }, onChange }: RowProps) {
  const { t } = useTranslation('consent')
  const { shortDate } = useDisplay(useZone())
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0">
      {icon && <span className="flex">{icon}</span>}
      <p className="min-w-0 flex-1 font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1.5">
        <Badge type={status === 'subscribed' ? 'light-green' : 'mellow'}>{t(`statuses.${status}`)}</Badge>
        {onChange && (
          <Button size="sm" onClick={onChange} aria-label={`${t(`to.${opposite(status)}`)}: ${name}`}>
            {t(`to.${opposite(status)}`)}
          </Button>
        )}
      </div>
      {/* Below the buttons, which would leave them half of a narrow panel. */}
      {note && <p className="basis-full text-12 text-muted wrap-anywhere">{note}</p>}
      {since !== null && (
        <p className="basis-full text-12 text-muted">
          {t('panel.since', { when: shortDate(since), how: t(`sources.${source ?? 'link'}`) })}
        </p>
      )}
    </div>
  )
}

function opposite(status: Standing['status']): Standing['status'] {
  return status === 'subscribed' ? 'unsubscribed' : 'subscribed'
}

/** Reopens a rejected request to resubscribe a contact. Renders nothing unless the address asks for it. */
function CorrectConsent({ contactUuid, topics }: { contactUuid: string; topics: ContactConsent['topics'] }) {
  const { t } = useTranslation('common')
  const { request, reopens, close } = useReopened(({ command }) => command === 'consent.resubscribe')
  if (request === undefined) return null
  const { payload } = request
  const channel = textIn(payload, 'channel') as Channel
  const topic = topics.find(({ uuid }) => uuid === textIn(payload, 'topic_uuid')) ?? null
  const name = topic?.name ?? t(`channel.${channel}`)
  return (
    <ConsentDialog
      contactUuid={contactUuid}
      wish={{ channel, topic, to: 'subscribed', name }}
      start={textIn(payload, 'reason')}
      reopens={reopens}
      banner={<ReopenBanner request={request} />}
      onClose={close}
    />
  )
}
