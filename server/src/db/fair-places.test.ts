import type { Contact } from '@notifly/contracts/audience'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { fairRead } from './fair-places.ts'

const kit = await testApp()
const person = await kit.signUpAndIn()
const busy = await kit.withApplication(person)
const other = await kit.withApplication(person)
const list = (bearer: string) => kit.call<Contact[]>('GET', '/api/audience', { bearer })

test('an application whose reads are slow waits for itself; others are served meanwhile', async () => {
  const ends: (() => void)[] = []
  const slow = Array.from({ length: 10 }, () =>
    fairRead(busy.applicationId, () => new Promise<void>(resolve => ends.push(resolve))),
  )
  await expect.poll(() => ends.length).toBe(2)
  const waiting = list(busy.bearer)
  expect((await list(other.bearer)).status).toBe(200)
  expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits')
  for (let ended = 0; ended < slow.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  await Promise.all(slow)
  expect((await waiting).status).toBe(200)
})

test('what waits for an application is bounded: the rest is refused at once and says when to try again', async () => {
  const ends: (() => void)[] = []
  const slow = Array.from({ length: 32 }, () =>
    fairRead(busy.applicationId, () => new Promise<void>(resolve => ends.push(resolve))),
  )
  await expect.poll(() => ends.length).toBe(2)
  const { status, headers } = await list(busy.bearer)
  expect([status, headers['retry-after']]).toEqual([429, '2'])
  expect((await list(other.bearer)).status).toBe(200)
  for (let ended = 0; ended < slow.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  await Promise.all(slow)
})
