// A breach of each direction is planted and must be seen; the real tree must have none.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unknownNouns } from './nouns.ts'

const RUNS = ['contracts/src/runs/runs.ts', 'server/src/features/runs/runs.ts', 'web/src/features/runs/RunPage.tsx']

test.each([
  ['contracts', 'contracts/src/walks/walks.ts', 'contracts/src/walks', 'server/src/features/walks'],
  ['the dashboard', 'web/src/features/walks/WalkPage.tsx', 'web/src/features/walks', 'server/src/features/walks'],
  ['the server', 'server/src/features/walks/walks.ts', 'server/src/features/walks', 'contracts/src/walks'],
])('a word that %s alone has is seen', (_where, file, path, missing) => {
  expect(unknownNouns([...RUNS, file])).toEqual([
    expect.objectContaining({ path, rule: expect.stringContaining(missing) }),
  ])
})

test('the same word on all sides passes, and so do files beside the folders', () => {
  expect(unknownNouns([...RUNS, 'contracts/src/endpoint.ts', 'web/src/features.ts'])).toEqual([])
})

describe('this checkout', () => {
  const root = join(import.meta.dirname, '../..')
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

  test('has one word for each noun', () => {
    expect(files).toContain('contracts/src/runs/deliveries.ts')
    expect(unknownNouns(files)).toEqual([])
  })

  test('names every noun on its map', () => {
    const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const listed = new Set(map.split(/[|,]/).map(word => word.trim()))
    const nouns = new Set(files.flatMap(path => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? []))
    expect(nouns).toContain('billing')
    expect([...nouns].filter(noun => !listed.has(noun))).toEqual([])
  })
})
