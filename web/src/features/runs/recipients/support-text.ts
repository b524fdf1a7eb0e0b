import type { Channel } from '@notifly/contracts/applications/applications'
import type { Data } from '../../../api/client.ts'
import type { readTrail } from '@notifly/contracts/runs/deliveries'
import { addressOf } from './recipient-address.ts'
import type { Moments } from '../../../components/display/use-moments.ts'

export type RecipientTrail = Data<typeof readTrail>

/** A recipient's events as plain text for a support ticket, in English. */
export function supportText(channel: Channel, { recipient, events }: RecipientTrail, moments: Moments): string {
  const lines = events.map(({ at, millisecond, text, answer }) => {
    const when = `${new Date(at * 1000).toISOString().slice(0, 10)} ${moments.precise(at, millisecond)}`
    return answer === null ? `${when}  ${text}` : `${when}  ${text}\n    ${answer}`
  })
  return [
    `Delivery ${recipient.uuid}`,
    `To ${addressOf(channel, recipient) ?? '–'}`,
    `Status ${recipient.current_status}`,
    '',
    ...lines,
  ].join('\n')
}
