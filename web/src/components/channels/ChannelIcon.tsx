import type { Channel } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { CHANNEL_LOOKS } from './channels.ts'

export interface ChannelIconProps {
  channel: Channel
  /** The name is already beside the icon. */
  named?: boolean
}

/** The icon of a channel in its colour. It has an accessible name unless its name is beside it. */
export function ChannelIcon({ channel, named = false }: ChannelIconProps) {
  const { t } = useTranslation()
  const look = CHANNEL_LOOKS[channel]
  const name = t(`channel.${channel}`)
  return (
    <span className={cx('shrink-0', look.ink)} title={named ? undefined : name}>
      <Icon of={look.icon} size={14} />
      {!named && <span className="sr-only">{name}</span>}
    </span>
  )
}
