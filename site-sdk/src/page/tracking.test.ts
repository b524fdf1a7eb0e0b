import { expect, test } from 'vitest'
import type { Client } from './client.ts'
import { createTracking } from './tracking.ts'

const ANN = { externalUserId: 'crm-1', proof: 'a' }
const BO = { externalUserId: 'crm-2', proof: 'b' }

test('what a visitor does is told of whom the site has named, once that is known, and of nobody before', async () => {
  const told: unknown[] = []
  const warnings: unknown[] = []
  const client = {
    track: async (...each: unknown[]) => {
      told.push(each)
      if (told.length === 1) throw new Error('unreachable')
    },
  } as unknown as Client
  const tracking = createTracking(client, error => void warnings.push(error))
  tracking.track('viewed', { path: '/a', price: 9.5 })
  let isKnown = (): void => undefined
  const known = new Promise<void>(resolve => (isKnown = resolve))
  tracking.identify('app', ANN, known)
  tracking.track('added')
  await Promise.resolve()
  expect(told).toEqual([])
  isKnown()
  await expect.poll(() => warnings.length).toBe(1)
  tracking.identify('app', BO, Promise.reject(new Error('no push here')))
  tracking.track('bought', { total: 20 })
  await expect.poll(() => told.length).toBe(3)
  expect(told).toEqual([
    ['app', ANN, 'viewed', '{"path":"/a","price":9.5}'],
    ['app', ANN, 'added', '{}'],
    ['app', BO, 'bought', '{"total":20}'],
  ])
  const nobody = createTracking(client, error => void warnings.push(error))
  for (let n = 0; n <= 20; n++) nobody.track('viewed')
  expect(warnings).toHaveLength(2)
})
