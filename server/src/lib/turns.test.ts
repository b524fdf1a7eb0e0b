import { expect, test } from 'vitest'
import { mapInTurns, nextTurn } from './turns.ts'

/** Keeps the event loop for so long. */
function holdMs(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

test('answers in the order of the items, with their places', async () => {
  expect(await mapInTurns('one', ['a', 'b', 'c'], (item, index) => `${item}${index}`)).toEqual(['a0', 'b1', 'c2'])
  expect(await mapInTurns('one', [], () => 1)).toEqual([])
})

test('lets others have the event loop between pieces, and each round goes to one caller only', async () => {
  const rounds: number[] = []
  let begun = 0
  let isOver = false
  const watch = (): void => {
    rounds.push(begun)
    begun = 0
    if (!isOver) setImmediate(watch)
  }
  setImmediate(watch)
  const items = Array.from({ length: 5 }, () => 12)
  const make = (ms: number): void => {
    begun++
    holdMs(ms)
  }
  await Promise.all(Array.from({ length: 4 }, () => mapInTurns('one', items, make)))
  isOver = true
  expect(Math.max(...rounds)).toBe(1)
  expect(rounds.reduce((sum, n) => sum + n, begun)).toBe(20)
})

test('a key with many callers delays another by a piece', async () => {
  const made: string[] = []
  const make = (name: string): void => {
    made.push(name)
    holdMs(7)
  }
  const busy = Array.from({ length: 5 }, () => mapInTurns('busy', ['busy', 'busy'], make))
  await Promise.all([...busy, mapInTurns('other', ['other', 'other'], make)])
  expect(made).toHaveLength(12)
  expect(made.slice(0, 6).filter(name => name === 'other')).toHaveLength(2)
})

test('of work that cannot be divided each has a round of its own, whoever is ready at the same moment', async () => {
  let round = 0
  let isOver = false
  const watch = (): void => {
    round++
    if (!isOver) setImmediate(watch)
  }
  setImmediate(watch)
  const rounds: number[] = []
  const work = async (key: string): Promise<void> => {
    await nextTurn(key)
    rounds.push(round)
  }
  await Promise.all(['one', 'one', 'one', 'other', 'other'].map(work))
  isOver = true
  expect(new Set(rounds).size).toBe(5)
})

test('throws what making throws', async () => {
  const refuse = (): never => {
    throw new Error('no')
  }
  await expect(mapInTurns('one', [1], refuse)).rejects.toThrow('no')
})
