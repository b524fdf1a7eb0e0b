import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { startEngine } from '../../testing/engine/workers.ts'
import { CONTENT, createApplication, openRun, prepareEngine, runCounts, runRow } from '../../testing/engine/world.ts'
import { startMisbehavingSmtp } from '../../testing/channels/misbehaving-smtp.ts'
import { STATE } from '../states.ts'

const database = await testDatabase()
await prepareEngine(database)

test('a run whose content can be put into no mail is paused and says why; the next one of the same lane goes out', async () => {
  const server = await startMisbehavingSmtp()
  const { applicationId } = await createApplication(database, { contacts: 5, port: server.port })
  await startEngine(database, { tuning: { sweepMs: 100, pollMs: 50 } })
  const content = { ...CONTENT, fromName: 'Shop\r\nBcc: victim@example.com' }
  const { runId: broken } = await openRun(database, applicationId, { content })
  await vi.waitFor(async () => expect((await runRow(database, broken)).state).toBe('paused'), 10_000)
  expect((await runRow(database, broken)).state_reason).toMatch(/can’t be sent.*From.*line break/)

  const { runId: next } = await openRun(database, applicationId)
  await vi.waitFor(async () => expect((await runRow(database, next)).state).toBe('done'), 10_000)
  expect(await runCounts(database, next)).toEqual({ [STATE.sent]: 5 })
  expect(await runCounts(database, broken)).toEqual({ [STATE.pending]: 5 })
  expect(server.arrived).toHaveLength(5)
  await server.close()
})
