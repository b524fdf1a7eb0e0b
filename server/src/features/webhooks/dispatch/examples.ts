/** An example of each event, for tests of endpoints. */
import type { WebhookEvent } from '@notifly/contracts/webhooks/events'
import type { EventBody } from './bodies.ts'

const idOf = (digit: string): string =>
  [8, 4, 4, 4, 12].map((length, at) => (at === 2 ? '7' : at === 3 ? '8' : digit) + digit.repeat(length - 1)).join('-')

const CONTACT = { uuid: idOf('3'), external_user_id: 'customer-1' }
const CAMPAIGN = { uuid: idOf('2'), name: 'Example' }

/** Marked with `test: true` in `data`. */
export function exampleOf(event: WebhookEvent, now: Date): EventBody {
  const data = event.channel === null ? thingExample(event.name) : messageExample(event)
  return { type: event.name, timestamp: now.toISOString(), data: { test: true, ...data } }
}

function messageExample({ name, channel }: WebhookEvent): Record<string, unknown> {
  const isBad = /bounced|failed|skipped/.test(name)
  const to = channel === 'email' ? 'ada@example.com' : channel?.endsWith('push') ? idOf('4') : '+15550100'
  return {
    channel,
    message_uuid: `${idOf('1')}.1`,
    run_uuid: idOf('1'),
    campaign: CAMPAIGN,
    contact: CONTACT,
    to,
    reason: isBad ? 'unknown_recipient' : null,
    link: name === 'message.clicked' ? { number: 1, url: 'https://example.com/' } : null,
  }
}

function thingExample(name: string): Record<string, unknown> {
  switch (name.split('.')[0]) {
    case 'contact':
      return { contact: CONTACT }
    case 'campaign':
      return { campaign: { ...CAMPAIGN, channel: 'email', status: 'executing' } }
    case 'approval':
      return { approval: { uuid: idOf('5'), activity_id: 401, action: 'campaign.launch', status: 'pending' } }
    default:
      return { import: { uuid: idOf('6'), kind: 'insert', status: 'done', rows: 2 } }
  }
}
