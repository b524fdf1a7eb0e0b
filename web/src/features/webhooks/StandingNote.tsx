import type { Webhook } from '@notifly/contracts/webhooks/webhooks'
import { Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMoments } from '../../components/display/use-moments.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import type { WebhookActsOf } from './WebhookActs.tsx'

/** Why nothing is sent to the webhook at present, since when, and what to do. */
export function StandingNote({ webhook, acts }: { webhook: Webhook; acts: WebhookActsOf }) {
  const { t } = useTranslation('webhooks')
  const { within, soon } = useMoments()
  const { status, off_since: offSince, failing_since: failingSince, rests_until: restsUntil, failures } = webhook
  if (status === 'active') {
    if (restsUntil === null) return null
    return (
      <Alert tone="warning" className="mb-4" title={t('standing.rests', { count: failures })}>
        {t('standing.restsText', { time: soon(restsUntil) })}
      </Alert>
    )
  }
  const since = within(offSince ?? webhook.updated_on)
  const turnOn = async () => {
    await acts.turn('active')
    // An endpoint that answered 410 missed nothing that was kept.
    if (status === 'failing') acts.sendAgain({ which: 'all', since: failingSince ?? undefined })
  }
  return (
    <Alert
      tone={status === 'paused' ? 'warning' : 'danger'}
      {...(status === 'paused' && { icon: Pause })}
      className="mb-4"
      title={t(`standing.${status}`, { since })}
      action={
        acts.mayUpdate && (
          <Button size="sm" loading={acts.isTurning} onClick={() => void turnOn().catch(() => undefined)}>
            {t(status === 'failing' ? 'standing.recover' : 'acts.turnOn')}
          </Button>
        )
      }
    >
      {t(`standing.${status}Text`)}
    </Alert>
  )
}
