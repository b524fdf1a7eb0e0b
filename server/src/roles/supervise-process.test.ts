import { expect, test } from 'vitest'
import { pauseOf } from './supervise-process.ts'

test('a process is started again at once, then after longer pauses, up to half a minute', () => {
  const pauses = Array.from({ length: 9 }, (_, i) => pauseOf(i) / 1000)
  expect(pauses).toEqual([0, 0, 1, 2, 4, 8, 16, 30, 30])
})
