import type { Webhook } from '@notifly/contracts/webhooks/webhooks'
import { Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeType } from '../../ui/layout/Badge.tsx'

const TONES: Record<Webhook['status'], BadgeType> = {
  active: 'light-green',
  paused: 'mellow',
  gone: 'danger',
  failing: 'danger',
}

/** Whether it is on; if not, the reason is beside it. */
export function WebhookBadge({ status, rests_until: restsUntil }: Pick<Webhook, 'status' | 'rests_until'>) {
  const { t } = useTranslation('webhooks')
  if (status === 'active' && restsUntil !== null) return <Badge type="mellow">{t('status.rests')}</Badge>
  return (
    <Badge type={TONES[status]} icon={status === 'paused' ? Pause : undefined}>
      {t(`status.${status}`)}
    </Badge>
  )
}

/** The result of a request: its status code, or that there was no response. */
export function AnswerBadge({ ok, status }: { ok: boolean; status: number }) {
  const { t } = useTranslation('webhooks')
  return <Badge type={ok ? 'light-green' : 'danger'}>{status === 0 ? t('attempts.noAnswer') : status}</Badge>
}
