import { expect, test } from 'vitest'
import { mostUsed } from './most-used.ts'

const bar = (name: string, ...parts: number[]) => ({ name, parts })
const many = Array.from({ length: 10 }, (_, at) => bar(`Browser ${at}`, 20 - at, 1))

test('what has no name and what is used least are one bar at the end, part by part', () => {
  const bars = mostUsed([...many.slice(0, 2), bar('other', 7, 30), ...many.slice(2)])
  expect(bars.map(({ name }) => name)).toEqual([...many.slice(0, 8).map(({ name }) => name), 'other'])
  expect(bars.at(-1)).toEqual(bar('other', 7 + 12 + 11, 30 + 1 + 1))
})

test('where everything has a name and there are few, nothing is added', () => {
  expect(mostUsed(many.slice(0, 3))).toEqual(many.slice(0, 3))
  expect(mostUsed([])).toEqual([])
})
