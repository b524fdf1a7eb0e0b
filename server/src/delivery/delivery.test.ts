import { expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import {
  createApplication,
  deliveryCounts,
  openRun,
  prepareEngine,
  runCounts,
  runState,
  startEngine,
} from '../testing/engine.ts'
import { startSmtpSink } from '../testing/smtp-sink.ts'
import { STATE } from './states.ts'

const database = await testDatabase()
await prepareEngine(database)

test('a run reaches everybody once', async () => {
  const sink = await startSmtpSink({ record: true })
  const { applicationId } = await createApplication(database, { contacts: 300, port: sink.port })
  await startEngine(database)
  const { runId } = await openRun(database, applicationId)
  await vi.waitFor(async () => expect(await runState(database, runId)).toBe('done'), 15_000)
  expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: 300 })
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 300 })
  const { mails, recipients } = sink.report()
  expect(mails).toBe(300)
  expect(Object.keys(recipients)).toHaveLength(300)
  await sink.close()
})
