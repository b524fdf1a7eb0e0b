import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oversizedFolders, FILES_MAX } from './folders.ts'

const ROOT = join(import.meta.dirname, '../..')

const filesOf = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, no) => `${folder}/file-${no}${ending}`)

test('a folder with too many files is named; tests and sub-folders do not count', () => {
  const crowded = filesOf('server/src/features/runs', FILES_MAX + 1)
  const full = [...filesOf('web/src/ui/table', FILES_MAX), ...filesOf('web/src/ui/table/cells', 3)]
  const tests = filesOf('web/src/ui/table', 9, '.test.tsx')
  expect(oversizedFolders([...crowded, ...full, ...tests])).toEqual([
    `server/src/features/runs: ${FILES_MAX + 1} files`,
  ])
})

test('no folder of the checkout has too many', async () => {
  const paths: string[] = []
  const exclude = ['**/node_modules/**', '**/dist/**', '.notifly/**']
  for await (const path of glob('**/*.{ts,tsx,js,mjs}', { cwd: ROOT, exclude })) paths.push(path.replaceAll('\\', '/'))
  expect(paths.length).toBeGreaterThan(100)
  expect(oversizedFolders(paths)).toEqual([])
})
