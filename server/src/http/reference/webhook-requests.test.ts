import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import { expect, test } from 'vitest'
import { exampleOf } from '../../features/webhooks/dispatch/examples.ts'
import { undescribed } from '../../testing/webhook-bodies.ts'
import { webhookRequests } from './webhook-requests.ts'

test('the document describes every event and batches, and every field of the examples that endpoints are tested with', () => {
  const names = new Set(WEBHOOK_EVENTS.map(({ name }) => name))
  expect(new Set(Object.keys(webhookRequests()))).toEqual(new Set([...names, 'batch']))
  const now = new Date('2026-01-01T00:00:00Z')
  expect(WEBHOOK_EVENTS.flatMap(event => undescribed(exampleOf(event, now)))).toEqual([])
})
