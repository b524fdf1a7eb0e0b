import { expect, test } from 'vitest'
import { testApp } from '../../../testing/app.ts'
import { startWebhookSink } from '../../../testing/channels/webhook-sink.ts'
import { webhooksOf } from '../../../testing/webhooks.ts'

const kit = await testApp()
const { create, attempts, run, happen, dispatch } = webhooksOf(kit)

const SIX_SECONDS = 6 / 3600

test('requests that end differently at one time have each their own effect', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  const { uuid } = await create(who, { webhook_url: sink.url })
  await happen(who, runId, 'opened', [1, 2, 3])
  const refused = new Set<unknown>()
  sink.answer = ({ headers }) => {
    if (refused.size > 0) return 200
    refused.add(headers['webhook-id'])
    return 500
  }
  await dispatch()
  expect(sink.received).toHaveLength(3)
  await dispatch(SIX_SECONDS)
  expect(sink.received.slice(3).map(({ headers }) => headers['webhook-id'])).toEqual([...refused])
  const { data } = await attempts(who, uuid)
  const told = data.map(({ message_uuid: id, attempt, ok }) => [refused.has(id), attempt, ok])
  expect(told.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    [false, 1, true],
    [false, 1, true],
    [true, 1, false],
    [true, 2, true],
  ])
  await dispatch(1)
  expect(sink.received).toHaveLength(4)
})
