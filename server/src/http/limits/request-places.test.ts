import { expect, test, vi } from 'vitest'
import type { Caller } from '../caller.ts'
import { inTurn } from './request-places.ts'

const callerOf = (applicationId: string): Caller => ({
  accountId: 'somebody',
  sessionId: 'session',
  name: 'Somebody',
  email: 'somebody@example.com',
  emailVerified: true,
  locale: 'en',
  hasSecondFactor: false,
  organizationId: 'organization',
  applicationId,
  roleId: null,
  roleName: null,
  levels: new Map(),
  isTwoPeople: false,
  origin: { address: '127.0.0.1', userAgent: '', requestId: '' },
})

/** So many requests that end when they are told to. */
function begin(caller: Caller | null, count: number) {
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const work = async (): Promise<void> => {
    begun++
    await gate.promise
  }
  const all = Promise.all(Array.from({ length: count }, () => inTurn(caller, work)))
  return { begun: () => begun, end: () => gate.resolve(), all }
}

test('an application has eight requests worked on at once; others of it wait, those of others do not', async () => {
  const busy = begin(callerOf('busy'), 20)
  const other = begin(callerOf('other'), 1)
  const anonymous = begin(null, 20)
  await vi.waitFor(() => expect([busy.begun(), other.begun(), anonymous.begun()]).toEqual([8, 1, 20]))
  for (const each of [busy, other, anonymous]) each.end()
  await Promise.all([busy.all, other.all, anonymous.all])
  expect(busy.begun()).toBe(20)
})

test('requests that take long keep nobody waiting', async () => {
  const slow = begin(callerOf('slow'), 20)
  await vi.waitFor(() => expect(slow.begun()).toBe(20), { timeout: 20_000, interval: 20 })
  slow.end()
  await slow.all
})

test('a request that fails gives its place back', async () => {
  const fails = async (): Promise<void> => {
    throw new Error('no')
  }
  for (let no = 0; no < 30; no++) await expect(inTurn(callerOf('failing'), fails)).rejects.toThrow('no')
})
