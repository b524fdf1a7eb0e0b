import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useCampaignRights } from './use-campaign-rights.ts'
import { useUndoLaunch } from './use-undo-launch.ts'

export interface UndoBannerProps {
  campaign: Pick<CampaignRow, 'uuid' | 'platform' | 'campaignName' | 'undo_until'>
}

/** Offers to undo a launch, with the seconds left. Disappears when the time is up. */
export function UndoBanner({ campaign }: UndoBannerProps) {
  const { undo_until: until } = campaign
  return until === null ? null : <Countdown key={until} campaign={campaign} until={until} />
}

function Countdown({ campaign, until }: UndoBannerProps & { until: number }) {
  const { t } = useTranslation('acts')
  const { undo } = useUndoLaunch()
  const { mayCreate } = useCampaignRights()(campaign.platform)
  const left = useSecondsUntil(until)
  const [isPending, setPending] = useState(false)
  if (left <= 0) return null
  const { uuid, platform: channel, campaignName: name } = campaign
  const start = () => {
    setPending(true)
    void undo({ uuid, channel, name }).finally(() => setPending(false))
  }
  return (
    <Alert
      tone="info"
      action={
        mayCreate && (
          <Button size="sm" icon={Undo2} loading={isPending} onClick={start}>
            {t('undo.action')}
          </Button>
        )
      }
    >
      <span className="tnum">{t('undo.countdown', { count: left })}</span>
    </Alert>
  )
}

/** Seconds until a moment, updated every second. */
function useSecondsUntil(moment: number): number {
  const read = () => Math.ceil(moment - Date.now() / 1000)
  const [left, setLeft] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.ceil(moment - Date.now() / 1000)), 1000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}
