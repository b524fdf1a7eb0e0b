import type { Channel } from '@notifly/contracts/applications/applications'
import { webhookEvent } from '@notifly/contracts/webhooks/events'
import { useTranslation } from 'react-i18next'

/** An event as the endpoint that lists them and the catalogue name it. */
interface NamedEvent {
  name: string
  channel: Channel | null
}

/** Events and their groups in the reader's language. */
export function useEventWords() {
  const { t } = useTranslation(['webhooks', 'common'])
  const group = ({ name, channel }: NamedEvent): string =>
    channel === null ? t(`groups.${name.split('.')[0]}`) : t(`common:channel.${channel}`)
  const kind = ({ name }: Pick<NamedEvent, 'name'>): string => t(`events.${name}`)
  return {
    /** "Email", "Contacts". */
    group,
    /** "Delivered". */
    kind,
    /** "Email · Delivered". */
    whole: (id: number): string => {
      const event = webhookEvent(id)
      return event === undefined ? String(id) : `${group(event)} · ${kind(event)}`
    },
  }
}
