import { readTrail, type RunProgress } from '@notifly/contracts/runs/deliveries'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { StatusBadge } from '../../../components/display/StatusBadge.tsx'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/layout/Avatar.tsx'
import { ButtonLink } from '../../../ui/controls/Button.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Drawer } from '../../../ui/overlays/Drawer.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { addressOf } from './recipient-address.ts'
import { useReasonText } from '../run/reason-text.ts'
import { recipientLook } from './recipient-columns.tsx'
import { supportText } from './support-text.ts'
import { DeliveryTimeline } from './DeliveryTimeline.tsx'
import { useMoments } from '../../../components/display/use-moments.ts'

export interface RecipientDrawerProps {
  run: RunProgress
  openId: string | null
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One recipient: the status of the message and everything that happened to it. */
export function RecipientDrawer(props: RecipientDrawerProps) {
  const { run, openId, onClose, onPrevious, onNext } = props
  const { t } = useTranslation('delivery')
  const { notification_type: channel, run_uuid: uuid } = run
  const moments = useMoments()
  const reasonText = useReasonText(channel)
  const params = { notification_type: channel, uuid }
  const { data, error, refetch } = useRead(
    readTrail,
    { params, query: { recipient: openId ?? '' } },
    { enabled: openId !== null },
  )
  const isReading = !data && !error
  const recipient = data?.recipient
  const address = recipient ? addressOf(channel, recipient) : null
  const name = recipient ? recipient.name || address || t('recipients.nameless') : t('drawer.loading')
  return (
    <Drawer
      open={openId !== null}
      onOpenChange={open => !open && onClose()}
      title={<bdi>{name}</bdi>}
      subtitle={isReading ? <Skeleton width="12rem" className="my-1" /> : address && <bdi dir="ltr">{address}</bdi>}
      mark={
        recipient ? (
          <Avatar id={recipient.contact_uuid} name={name} size="lg" />
        ) : (
          isReading && <Skeleton width="2rem" height="2rem" />
        )
      }
      status={
        isReading ? (
          <Skeleton width="8rem" height="1.25rem" />
        ) : (
          recipient && (
            <>
              <StatusBadge look={recipientLook(channel, recipient)} />
              <span className="min-w-0">{reasonText(recipient).text}</span>
            </>
          )
        )
      }
      onPrevious={onPrevious}
      onNext={onNext}
      footer={data && <Foot contact={data.recipient.contact_uuid} support={supportText(channel, data, moments)} />}
    >
      {error && !data && (
        <ReadFailure error={error} framed={false} title={t('recipients.failedOne')} onRetry={() => void refetch()} />
      )}
      {isReading && (
        <div className="flex flex-col gap-4">
          <LoadingNote />
          {[1, 2, 3, 4].map(each => (
            <Skeleton key={each} height="2rem" />
          ))}
        </div>
      )}
      {data && <DeliveryTimeline channel={channel} trail={data} />}
    </Drawer>
  )
}

function Foot({ contact, support }: { contact: string; support: string }) {
  const { t } = useTranslation('delivery')
  const slug = useSlug()
  const exists = usePageExists()
  const to = paths.contact(slug, contact)
  return (
    <>
      {exists(to) && (
        <ButtonLink icon={Users} href={to}>
          {t('drawer.contact')}
        </ButtonLink>
      )}
      <CopyButton text={support} label={t('drawer.copy')} size="md" />
    </>
  )
}
