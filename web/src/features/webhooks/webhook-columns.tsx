import type { Webhook } from '@notifly/contracts/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { useRelativeTime } from '../../components/display/relative-time.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { NameCell, ValueOrDash } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { HealthBars, sumOf } from './HealthBars.tsx'
import { WebhookBadge } from './WebhookBadge.tsx'

/** Name and address, whether it is on, its events, and the results of its recent deliveries. */
export function useWebhookColumns(zone: string | undefined): TableColumn<Webhook>[] {
  const { t } = useTranslation('webhooks')
  const slug = useSlug()
  const relativeTime = useRelativeTime(zone)
  return [
    {
      id: 'name',
      header: t('list.name'),
      skeleton: 'two-lines',
      cell: row => (
        <NameCell
          name={row.name}
          href={paths.webhookEdit(slug, row.uuid)}
          sub={
            <bdi dir="ltr" className="font-mono">
              {row.webhook_url}
            </bdi>
          }
        />
      ),
    },
    {
      id: 'status',
      header: t('list.status'),
      card: 'badge',
      skeleton: 'badge',
      cell: row => <WebhookBadge {...row} />,
    },
    {
      id: 'events',
      header: t('list.events'),
      cell: row => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          {t('list.eventCount', { count: row.events.length })}
          {row.platforms.map(channel => (
            <ChannelIcon key={channel} channel={channel} />
          ))}
        </span>
      ),
    },
    {
      id: 'health',
      header: t('list.health'),
      definition: t('list.healthHelp'),
      card: 'line',
      cell: row => <Health webhook={row} />,
    },
    {
      id: 'success',
      header: t('list.success'),
      align: 'end',
      card: 'hidden',
      width: '10rem',
      cell: row => (
        <span className="tnum whitespace-nowrap">
          <ValueOrDash>{row.last_success_on === null ? null : relativeTime(row.last_success_on)}</ValueOrDash>
        </span>
      ),
    },
  ]
}

/** The bars, and the number of failures, which links to them. */
function Health({ webhook: { uuid, health } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const slug = useSlug()
  const { failed } = sumOf(health)
  return (
    <span className="flex items-center gap-3">
      <HealthBars health={health} />
      {failed > 0 && (
        <span className="tnum whitespace-nowrap text-danger-ink">
          <Link tone="door" href={paths.webhookEdit(slug, uuid, { tab: 'attempts', status: 'failed' })}>
            {t('health.failed', { count: failed })}
          </Link>
        </span>
      )}
    </span>
  )
}
