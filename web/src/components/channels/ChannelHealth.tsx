import type { Channel, CHANNEL_HEALTH } from '@notifly/contracts/applications/applications'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/layout/Icon.tsx'

export type Health = (typeof CHANNEL_HEALTH)[number]

/** A tick for a channel that works; an icon with a word for one that needs attention. */
export function ChannelHealthMark({ health, channel }: { health: Exclude<Health, 'none'>; channel: Channel }) {
  const { t } = useTranslation()
  const word = t(`health.${health}`)
  if (health === 'configured') {
    return (
      <span className="text-success-ink" title={word}>
        <Icon of={CircleCheck} size={14} />
        <span className="sr-only">
          {t(`channel.${channel}`)}: {word}
        </span>
      </span>
    )
  }
  const isFailing = health === 'failing'
  return (
    <span className={`flex min-w-0 items-center gap-1.5 text-12 ${isFailing ? 'text-danger-ink' : 'text-warning-ink'}`}>
      <Icon of={isFailing ? CircleX : Hourglass} size={14} />
      <span className="truncate">{word}</span>
    </span>
  )
}
