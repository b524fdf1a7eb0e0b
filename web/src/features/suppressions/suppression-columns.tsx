import {
  type Suppression,
  SUPPRESSION_REASONS,
  type SuppressionReason,
} from '@notifly/contracts/suppressions/suppressions'
import { useTranslation } from 'react-i18next'
import { PendingBadge } from '../../components/approvals/PendingBadge.tsx'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { paths } from '../../paths.ts'
import { Badge, type BadgeType } from '../../ui/layout/Badge.tsx'
import { ValueOrDash } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'

/** What the person did is apart from what their server said, and both from what we chose. */
export const REASON_TONES: Record<SuppressionReason, BadgeType> = {
  hard_bounce: 'danger',
  complaint: 'danger',
  unsubscribe: 'mellow',
  manual: 'secondary',
}

/** Reasons that may be given by hand, the mildest first. */
export const GIVEN_REASONS: readonly SuppressionReason[] = ['manual', 'unsubscribe', 'complaint', 'hard_bounce']

/** The reasons that an address of the page names; others are left out. */
export function reasonsOf(text: string): SuppressionReason[] {
  return SUPPRESSION_REASONS.filter(reason => text.split(',').includes(reason))
}

export function isReason(text: string): text is SuppressionReason {
  return SUPPRESSION_REASONS.some(reason => reason === text)
}

/** Address with its contact, why it is there, what was said then, and since when. */
export function useSuppressionColumns(): TableColumn<Suppression>[] {
  const { t } = useTranslation('consent')
  const { shortDate } = useDisplay(useZone())
  return [
    {
      id: 'address',
      header: t('suppressions.address'),
      skeleton: 'text',
      cell: row => <Address row={row} />,
    },
    {
      id: 'reason',
      header: t('suppressions.reason'),
      skeleton: 'badge',
      card: 'line',
      cell: row => <Badge type={REASON_TONES[row.reason]}>{t(`reasons.${row.reason}`)}</Badge>,
    },
    {
      id: 'note',
      header: t('suppressions.note'),
      skeleton: 'text',
      cell: row => (
        <ValueOrDash>
          {row.note && (
            <bdi className="block max-w-72 truncate" title={row.note}>
              {row.note}
            </bdi>
          )}
        </ValueOrDash>
      ),
    },
    {
      id: 'by',
      header: t('suppressions.by'),
      skeleton: 'text',
      card: 'hidden',
      cell: row => (
        <span className="text-ink-2">
          {row.added_by === null ? (
            t(`suppressions.told.${row.reason}`)
          ) : (
            <CutText>{row.added_by.name ?? t('gone')}</CutText>
          )}
        </span>
      ),
    },
    {
      id: 'added_on',
      header: t('suppressions.added'),
      align: 'end',
      card: 'line',
      cell: row => <span className="tnum text-muted">{shortDate(row.added_on)}</span>,
    },
  ]
}

function Address({ row }: { row: Suppression }) {
  const slug = useSlug()
  const text = <bdi dir="ltr">{row.address}</bdi>
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span className="mt-0.5">
        <ChannelIcon channel={row.channel} named />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span
          className="max-w-96 min-w-0 truncate font-medium max-sm:whitespace-normal max-sm:wrap-anywhere"
          title={row.address}
        >
          {row.contact_uuid === null ? text : <PageLink to={paths.contact(slug, row.contact_uuid)}>{text}</PageLink>}
        </span>
        <PendingBadge approval={row.approval_uuid} />
      </span>
    </span>
  )
}
