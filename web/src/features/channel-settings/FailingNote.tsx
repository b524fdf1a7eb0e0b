import type { ConfigurationState } from '@notifly/contracts/channel-settings/channel-settings'
import type { SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { useTranslation } from 'react-i18next'
import { say } from '../../locales/say.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'

export interface FailingNoteProps {
  channel: SettingsChannel
  state: ConfigurationState | undefined
}

/** Why messages do not leave, while they do not. */
export function FailingNote({ channel, state }: FailingNoteProps) {
  const { t } = useTranslation('channels')
  const { longDate } = useDisplay(useZone())
  if (!state?.failure) return null
  return (
    <Alert tone="danger" title={t(`states.${channel}.failing`, { since: longDate(state.failure.since) })}>
      {say(state.failure)} {t('failing.remedy')}
    </Alert>
  )
}
