import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { APP_SECRET, testApp } from '../../../testing/app.ts'
import { startWebhookSink } from '../../../testing/channels/webhook-sink.ts'
import type { DispatchOrder } from '../../../testing/dispatch-process.ts'
import { webhooksOf } from '../../../testing/webhooks.ts'
import { IN_FLIGHT_MAX } from './dispatcher.ts'

const kit = await testApp()
const { create, run, happen, dispatch } = webhooksOf(kit)

const EVENTS = 120
/** Each process is killed at the request that brings so many. */
const KILLED_AT = [30, 75]

/** A process that dispatches, with nothing to soften its death. */
function startProcess() {
  const child = fork(new URL('../../../testing/dispatch-process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send({ connectionString: kit.database.connectionString, masterSecret: APP_SECRET } satisfies DispatchOrder)
  return { kill: () => child.kill('SIGKILL'), gone: once(child, 'exit') }
}

test('processes that are killed while they dispatch lose no event: each arrives, doubles with the same id', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  await create(who, { webhook_url: sink.url })
  const beganMs = Date.UTC(2026, 5, 1)
  // Each event is known by its second.
  for (let no = 0; no < EVENTS; no++) await happen(who, runId, 'opened', [1], { at: new Date(beganMs + no * 1000) })

  for (const count of KILLED_AT) {
    const killed = startProcess()
    const unanswered = new Set<unknown>()
    sink.answer = request => {
      if (sink.received.length < count && unanswered.size === 0) return 200
      unanswered.add(request.headers['webhook-id'])
      killed.kill()
      return 'silence'
    }
    expect(await killed.gone).toEqual([null, 'SIGKILL'])
    expect(unanswered.size).toBeGreaterThan(0)
    // Its lease would be over after 30 s.
    await kit.database.pool.query(`update webhook set leased_until = clock_timestamp() where leased_by is not null`)
  }
  sink.answer = () => 200
  await dispatch()

  const idsOf = Map.groupBy(sink.received, ({ body }) => body.timestamp)
  expect(idsOf.size).toBe(EVENTS)
  const ids = [...idsOf.values()].map(requests => new Set(requests.map(({ headers }) => headers['webhook-id'])))
  expect(ids.filter(each => each.size !== 1)).toEqual([])
  expect(new Set(ids.flatMap(each => [...each])).size).toBe(EVENTS)
  // What was under way at the deaths came again, and no more than a round of either process.
  expect(sink.received.length).toBeGreaterThan(EVENTS)
  expect(sink.received.length).toBeLessThanOrEqual(EVENTS + KILLED_AT.length * (100 + IN_FLIGHT_MAX))
  const { rows } = await kit.database.pool.query(
    'select state, due_at, count(*)::int as n from webhook_message where application_id = $1 group by 1, 2',
    [who.applicationId],
  )
  expect(rows).toEqual([{ state: 1, due_at: null, n: EVENTS }])
}, 30_000)
