import { describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'

const { pool } = await testDatabase()
const rule = { name: 'test', attempts: 2, perSeconds: 60, waitSeconds: 30 }

describe('attempts', () => {
  test('are counted over all processes, per key and per rule', async () => {
    const here = createRateLimit(pool, rule)
    const there = createRateLimit(pool, rule)
    const other = createRateLimit(pool, { ...rule, name: 'other' })
    await here.take('a')
    await there.take('a')
    await expect(here.take('a')).rejects.toMatchObject({ error: 'tooManyAttempts' })
    await expect(there.take('a')).rejects.toSatisfy(
      (error: { retryAfterSeconds: number }) => error.retryAfterSeconds > 0 && error.retryAfterSeconds <= 30,
    )
    await here.take('b')
    await other.take('a')
  })

  test('are never more than allowed in their time where the rule has no wait of its own, however many more are made', async () => {
    const limit = createRateLimit(pool, { name: 'without-wait', attempts: 2, perSeconds: 60 })
    await limit.take('d')
    await limit.take('d')
    for (let n = 0; n < 3; n++) {
      await expect(limit.take('d')).rejects.toSatisfy(
        (error: { retryAfterSeconds: number }) => error.retryAfterSeconds > 30 && error.retryAfterSeconds <= 60,
      )
    }
  })

  test('can be given back and forgotten', async () => {
    const limit = createRateLimit(pool, rule)
    await limit.take('c')
    await limit.take('c')
    await limit.giveBack('c')
    await limit.take('c')
    await expect(limit.take('c')).rejects.toMatchObject({ error: 'tooManyAttempts' })
    await limit.forget('c')
    await limit.take('c')
  })

  test('of any length are counted, and none stands in the table as it is', async () => {
    await createRateLimit(pool, rule).take(`asha@example.com${'x'.repeat(5000)}`)
    const { rows } = await pool.query('select key from rate_limit')
    expect(JSON.stringify(rows)).not.toContain('asha')
  })
})

describe('one subscriber', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::1', '20010db800010002'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '20010db800010002'],
    ['no address', 'no address'],
  ])('with %s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('may be counted with all networks that its provider gives it', () => {
    expect(networkOf('2001:db8:1:2::3', 48)).toBe(networkOf('2001:db8:1:9::3', 48))
    expect(networkOf('2001:db8:1:2::3', 48)).not.toBe(networkOf('2001:db8:2:2::3', 48))
  })
})
