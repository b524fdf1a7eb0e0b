import { Hourglass, Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/layout/Badge.tsx'
import { campaignLook, type StatusLook } from './status-tones.ts'

const icons = { paused: Pause, waiting: Hourglass }

/** A status badge with its colour and its word in the page's language. */
export function StatusBadge({ look }: { look: StatusLook }) {
  const { t } = useTranslation()
  return (
    <Badge type={look.tone} live={look.live ?? false} icon={look.icon && icons[look.icon]}>
      {t(`status.${look.word}`)}
    </Badge>
  )
}

/** The status badge of a campaign or a run: Draft, Scheduled, Executing and so on. */
export function CampaignBadge({ status }: { status: string }) {
  return <StatusBadge look={campaignLook(status)} />
}
