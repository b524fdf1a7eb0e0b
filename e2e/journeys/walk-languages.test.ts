import { test } from 'vitest'
import { expectFiveMinutes, WALK_MS } from '../browser/five-minutes.ts'

// The walk finds everything by its words: beside English, in the language with letters of its own.
test('five minutes in hi', { timeout: WALK_MS }, async () => {
  await expectFiveMinutes('hi')
})
