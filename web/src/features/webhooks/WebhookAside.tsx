import type { Webhook } from '@notifly/contracts/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { useRelativeTime } from '../../components/display/relative-time.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { HealthBars, sumOf } from './HealthBars.tsx'
import type { WebhookActsOf } from './WebhookActs.tsx'

/** Its recent deliveries, its secret, and its creator. */
export function WebhookAside({ webhook, acts }: { webhook: Webhook; acts: WebhookActsOf }) {
  const { t } = useTranslation('webhooks')
  const { shortDate } = useDisplay(useZone())
  const { created_by: createdBy, old_secret_until: oldUntil } = webhook
  return (
    <>
      <HealthPanel webhook={webhook} />
      <Panel title={t('secret.title')}>
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-2">{t('secret.panel')}</p>
          {oldUntil !== null && <p className="text-warning-ink">{t('secret.old', { time: shortDate(oldUntil) })}</p>}
          {acts.mayUpdate && (
            <Button size="sm" onClick={acts.rotate}>
              {t('secret.replace')}
            </Button>
          )}
        </div>
      </Panel>
      <Panel aria-label={t('edit.about')}>
        <KeyValues
          items={[
            { id: 'created', label: t('edit.created'), value: shortDate(webhook.created_on) },
            {
              id: 'by',
              label: t('edit.by'),
              value: createdBy === null ? t('edit.somebody') : <bdi>{createdBy}</bdi>,
            },
            { id: 'updated', label: t('edit.updated'), value: shortDate(webhook.updated_on) },
          ]}
        />
      </Panel>
    </>
  )
}

function HealthPanel({ webhook: { uuid, health, last_success_on: lastSuccess, failures } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const slug = useSlug()
  const { number } = useDisplay()
  const relativeTime = useRelativeTime()
  const { ok, failed } = sumOf(health)
  const attempts = (query: Record<string, string>) => paths.webhookEdit(slug, uuid, { tab: 'attempts', ...query })
  const counted = (count: number, status: 'ok' | 'failed') => (
    <Link tone="door" href={attempts({ status })}>
      {number(count)}
    </Link>
  )
  return (
    <Panel title={t('health.title')} meta={t('health.days', { count: health.length })}>
      <HealthBars health={health} hrefOf={day => attempts({ from: day, to: day })} />
      <KeyValues
        className="mt-3"
        items={[
          { id: 'ok', label: t('health.succeeded'), value: counted(ok, 'ok') },
          { id: 'failed', label: t('health.didFail'), value: counted(failed, 'failed') },
          ...(failures > 0 ? [{ id: 'row', label: t('health.inARow'), value: number(failures) }] : []),
          {
            id: 'last',
            label: t('list.success'),
            value: lastSuccess === null ? t('health.never') : relativeTime(lastSuccess),
          },
        ]}
      />
    </Panel>
  )
}
