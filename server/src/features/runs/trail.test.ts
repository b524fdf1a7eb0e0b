import { expect, test } from 'vitest'
import { ATTEMPT, EVENT, STATE } from '../../engine/states.ts'
import type { RecipientRow } from './recipient-queries.ts'
import { buildTrail } from './trail.ts'
import type { AttemptRow, EventRow } from './trail-queries.ts'

const at = (time: string) => new Date(`2026-01-05T10:00:${time}Z`)
const RUN = { startedAt: at('00.100'), matched: 1 }
const DELIVERED = { state: STATE.delivered, reason: 0, attempts: 1 } as RecipientRow

const handedOver = (time: string): AttemptRow => ({
  n: 1,
  at: at(time),
  outcome: ATTEMPT.sent,
  code: 0,
  reason: null,
  provider_message_id: 'wamid.1',
  answer: null,
})
const event = (kind: keyof typeof EVENT, time: string, more: Partial<EventRow> = {}): EventRow => ({
  kind: EVENT[kind],
  at: at(time),
  source: 'provider',
  bot: false,
  detail: null,
  url: null,
  ...more,
})
const kinds = (attempts: AttemptRow[], events: EventRow[]) =>
  buildTrail(RUN, DELIVERED, attempts, events).map(({ kind }) => kind)

test('what providers report to the second is in the order in which it happened', () => {
  const events = [
    event('clicked', '02.000', { detail: { action: 'Show me' } }),
    event('opened', '02.000'),
    event('delivered', '02.000'),
    event('sent', '02.000'),
  ]
  const told = ['picked', 'sent', 'passed_on', 'delivered', 'opened', 'clicked']
  expect(kinds([handedOver('01.400')], events)).toEqual(told)
  // In the very second of the hand-over, and by a clock that is behind ours.
  expect(kinds([handedOver('02.400')], events)).toEqual(told)
  expect(kinds([handedOver('03.100')], events)).toEqual(told)
})

test('so is what a clock ahead of ours names, which counts from when its report came', () => {
  const events = [event('opened', '02.600'), event('delivered', '02.700'), event('sent', '02.900')]
  expect(kinds([handedOver('01.400')], events)).toEqual(['picked', 'sent', 'passed_on', 'delivered', 'opened'])
})

test('moments that are known exactly decide', () => {
  const left = (time: string) => event('unsubscribed', time, { source: 'recipient' })
  const back = (time: string) => event('resubscribed', time, { source: 'recipient' })
  expect(kinds([handedOver('01.400')], [back('02.200'), left('02.100'), left('02.300')])).toEqual([
    'picked',
    'sent',
    'unsubscribed',
    'resubscribed',
    'unsubscribed',
  ])
})

test('a quick reply is a button that was pressed', () => {
  const events = [event('clicked', '02.000', { detail: { action: 'Show me' } })]
  expect(buildTrail(RUN, DELIVERED, [handedOver('01.400')], events).at(-1)?.text).toBe('Clicked the button “Show me”.')
})
