import type { Channel } from '@notifly/contracts/applications/applications'
import type { Recipient } from '@notifly/contracts/runs/deliveries'
import { BellOff, MailOpen, MousePointerClick } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { hasFigure } from '../../../components/channels/channels.ts'
import { StatusBadge } from '../../../components/display/StatusBadge.tsx'
import {
  deliveryLook,
  emailCodeLook,
  type StatusLook,
  whatsappCodeLook,
} from '../../../components/display/status-tones.ts'
import { VariantMark } from '../../../components/runs/VariantMark.tsx'
import { cx } from '../../../ui/cx.ts'
import { Avatar } from '../../../ui/layout/Avatar.tsx'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { NameCell, ValueOrDash } from '../../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { useMoments } from '../../../components/display/use-moments.ts'
import { useReasonText } from '../run/reason-text.ts'
import { addressOf } from './recipient-address.ts'

/** Columns of the table of recipients; `hrefOf` returns the path that opens a recipient's drawer. */
export function useRecipientColumns(
  channel: Channel,
  hrefOf: (id: string) => string,
  isTested: boolean,
): TableColumn<Recipient>[] {
  const { t } = useTranslation(['delivery', 'ab-test'])
  const reasonText = useReasonText(channel)
  const moments = useMoments()
  const isPhone = useIsPhone()
  const isOfDevices = channel === 'webpush' || channel === 'mobilepush'
  const columns: (TableColumn<Recipient> | false)[] = [
    {
      id: 'name',
      header: t('recipients.recipient'),
      skeleton: 'name',
      cell: recipient => {
        const { uuid, contact_uuid: contact, name } = recipient
        const address = addressOf(channel, recipient)
        return (
          <NameCell
            name={name || address || t('recipients.nameless')}
            href={hrefOf(uuid)}
            {...(isPhone
              ? { sub: address && <bdi dir="ltr">{address}</bdi> }
              : { mark: <Avatar id={contact} name={name || address || '?'} /> })}
          />
        )
      },
    },
    {
      id: 'address',
      header: t(isOfDevices ? 'recipients.contact' : 'recipients.address'),
      card: 'hidden',
      cell: recipient => {
        const address = addressOf(channel, recipient)
        return (
          <span className="block max-w-80 truncate text-ink-2" title={address ?? undefined}>
            <ValueOrDash>{address && <bdi dir="ltr">{address}</bdi>}</ValueOrDash>
          </span>
        )
      },
    },
    {
      id: 'status',
      header: t('recipients.status'),
      card: 'badge',
      skeleton: 'badge',
      cell: recipient => <StatusBadge look={recipientLook(channel, recipient)} />,
    },
    {
      id: 'reason',
      header: t('recipients.reason'),
      cell: recipient => {
        const { text, tone } = reasonText(recipient)
        const ink = tone === 'danger' ? 'text-danger-ink' : 'text-ink-2'
        return (
          <span className={cx('block max-w-100 truncate max-sm:whitespace-normal', ink)} title={text}>
            {text}
          </span>
        )
      },
    },
    ...(isTested ? [variantColumn(t('ab-test:columns.variant'))] : []),
    hasFigure(channel, 'clicked') && {
      id: 'engaged',
      header: t('recipients.engaged'),
      card: 'hidden',
      cell: recipient => <Engaged channel={channel} recipient={recipient} />,
    },
    {
      id: 'last_event',
      header: t('recipients.lastEvent'),
      align: 'end',
      sortable: true,
      card: 'hidden',
      cell: ({ last_event_on: at }) => (
        <span className="tnum whitespace-nowrap text-ink-2">
          <ValueOrDash>{at !== null && moments.exact(at)}</ValueOrDash>
        </span>
      ),
    },
  ]
  return columns.filter(column => column !== false)
}

function variantColumn(header: string): TableColumn<Recipient> {
  return { id: 'variant', header, card: 'hidden', cell: recipient => <VariantOf recipient={recipient} /> }
}

/** Which variant the recipient got, in the test or after it. */
function VariantOf({ recipient: { variant, test_group: group } }: { recipient: Recipient }) {
  const { t } = useTranslation('ab-test')
  if (group === null) return <ValueOrDash>{null}</ValueOrDash>
  if (variant === null) return <span className="text-muted">{t('group.waits')}</span>
  return (
    <span className="flex items-center gap-2">
      <VariantMark no={variant} />
      {group === 'rest' && <span className="text-12 whitespace-nowrap text-muted">{t('group.rest')}</span>}
    </span>
  )
}

function Engaged({ channel, recipient: { opened, clicked, status } }: { channel: Channel; recipient: Recipient }) {
  const { t } = useTranslation('delivery')
  const marks = [
    ...(hasFigure(channel, 'opened')
      ? [
          {
            is: opened,
            icon: MailOpen,
            word: t(channel === 'whatsapp' ? 'chip.read' : 'chip.opened'),
            ink: 'text-ink-2',
          },
        ]
      : []),
    { is: clicked, icon: MousePointerClick, word: t('chip.clicked'), ink: 'text-accent-ink' },
    ...(hasFigure(channel, 'dismissed')
      ? [{ is: 'dismissed' in status, icon: BellOff, word: t('chip.dismissed'), ink: 'text-ink-2' }]
      : []),
  ]
  return (
    <span className="flex gap-1.5">
      {marks.map(({ is, icon, word, ink }) => (
        <span key={word} className={is ? ink : 'text-line-strong'} title={is ? word : undefined}>
          <Icon of={icon} size={14} />
          {is && <span className="sr-only">{word}</span>}
        </span>
      ))}
    </span>
  )
}

/** Outcomes whose status code means failed, although nothing went wrong. They show their own word. */
const OWN_WORDS = ['skipped', 'expired', 'cancelled', 'sending']

/** The badge for a status code; the reason beside it gives the details. */
export function recipientLook(channel: Channel, { current_status: status, status_code: code }: Recipient): StatusLook {
  if (channel === 'whatsapp') return code === 2 || code === 0 ? deliveryLook(status) : whatsappCodeLook(code)
  return OWN_WORDS.includes(status) ? deliveryLook(status) : emailCodeLook(code)
}
