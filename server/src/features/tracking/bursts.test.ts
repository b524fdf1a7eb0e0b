import { expect, test } from 'vitest'
import { judge, type Hit } from './hits.ts'

const hit = (hitId: string, linkNo: number | null, atMs: number): Hit => ({ hitId, linkNo, atMs, botReason: null })
const all = { linkCount: 3, wasTrapped: false, dueMs: Number.POSITIVE_INFINITY }
const bots = (hits: Hit[], options = all) =>
  judge(hits, options).flatMap(each => (each.botReason === null ? [] : [each.hitId]))

test('only the window in which every link was followed is a burst', () => {
  const hits = [hit('early', 0, 0), hit('a', 0, 5000), hit('pixel', null, 5500), hit('b', 1, 6000), hit('c', 2, 7000)]
  expect(bots(hits)).toEqual(['a', 'pixel', 'b', 'c'])
})

test('all links within more than two seconds are no burst', () => {
  expect(bots([hit('a', 0, 0), hit('b', 1, 1000), hit('c', 2, 2001)])).toEqual([])
})

test('following the only link of a message is no burst', () => {
  expect(bots([hit('a', 0, 0)], { ...all, linkCount: 1 })).toEqual([])
})

test('what is not due and proves nothing waits on; the rest of a burst does not', () => {
  const hits = [hit('a', 0, 0), hit('b', 1, 900)]
  expect(judge(hits, { ...all, dueMs: 100 }).map(each => each.hitId)).toEqual(['a'])
  expect(judge([...hits, hit('c', 2, 1000)], { ...all, dueMs: 100 }).map(each => each.hitId)).toEqual(['a', 'b', 'c'])
})
