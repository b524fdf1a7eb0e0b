import { expect, onTestFinished, test, vi } from 'vitest'
import type { Worker } from 'node:worker_threads'
import { APP_SECRET, testApp } from '../../../testing/app.ts'
import { startWebhookSink } from '../../../testing/channels/webhook-sink.ts'
import { webhooksOf } from '../../../testing/webhooks.ts'
import { startDispatching } from './dispatching.ts'

const kit = await testApp()
const { create, run, happen } = webhooksOf(kit)

const config = { ...kit.deps.config, logLevel: 'fatal' }
const LONG = { timeout: 20_000, interval: 20 }

/** Threads that this process starts from now on. */
function watchThreads() {
  const threads: Worker[] = []
  const onThread = (thread: Worker): void => void threads.push(thread)
  process.on('worker', onThread)
  onTestFinished(() => void process.off('worker', onThread))
  return { started: () => threads.length, living: () => threads.filter(({ threadId }) => threadId > 0).length }
}

test('the thread starts with the first event, ends when nothing is due for a while, and starts again', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  await create(who, { webhook_url: sink.url })
  const threads = watchThreads()
  const order = { connectionString: kit.database.connectionString, masterSecret: APP_SECRET, quietMs: 100 }
  const stop = startDispatching({ ...order, config }, kit.deps)
  onTestFinished(stop)

  for (const told of [1, 2]) {
    await happen(who, runId, 'opened', [told])
    await vi.waitFor(() => expect(sink.received).toHaveLength(told), LONG)
    expect(threads.started()).toBe(told)
    await vi.waitFor(() => expect(threads.living()).toBe(0), LONG)
  }
}, 60_000)

test('without anything due there is no thread', async () => {
  const threads = watchThreads()
  const looked = Promise.withResolvers<void>()
  let looks = 0
  const clock = {
    now: () => {
      if (++looks > 2) looked.resolve()
      return kit.clock.now()
    },
  }
  const order = { connectionString: kit.database.connectionString, masterSecret: APP_SECRET }
  const stop = startDispatching({ ...order, config }, { ...kit.deps, clock })
  await looked.promise
  await stop()
  expect(threads.started()).toBe(0)
})
