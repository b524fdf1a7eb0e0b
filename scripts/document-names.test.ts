// Documents and comments name only what exists: a reader who follows a name finds it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deadNamesInComments, deadNamesInDocument, type Project } from './document-names.ts'

const root = join(import.meta.dirname, '..')
const FEW: Project = {
  paths: new Set(['server/', 'server/src/', 'server/src/engine/', 'server/src/engine/deliver.ts']),
  code: "function claimBatch() {}\nconst route = '/api/runs/{run_id}'",
  commands: new Set(['bench']),
}

describe('a document', () => {
  test.each([
    ['a file', 'see `server/src/engine/gone.ts`'],
    ['the end of a path', 'see `engine/gone.ts`'],
    ['a folder', 'in `server/src/gone/`'],
    ['a folder without a slash at its end', 'in `server/gone`'],
    ['a function', '`forgetBatch(id)` does it'],
    ['a call', '`POST /api/walks/{id}`'],
    ['a command', '`npm run dance`'],
    ['a link', '[there](../docs/gone.md)'],
    ['a file in a drawing', '    engine/gone.ts   what it does'],
    ['a function in a drawing', '    deliver.ts ──► forgetBatch()'],
  ])('names %s that there is not', (_what, text) => {
    expect(deadNamesInDocument(`# Title\n${text}`, FEW)).toEqual([expect.objectContaining({ line: 2 })])
  })

  test('may name what there is, in short or whole, and speak of other things', () => {
    const text = [
      '`engine/deliver.ts`, `server/src/*/deliver.ts` and `engine/` of [it](../server/src/engine/deliver.ts)',
      '`claimBatch(…)` behind `GET /api/runs/{id}?page=1`; `npm run bench -- email`',
      '`shop.example/sale`, `https://shop.example/a.ts`, `{{ name }}`',
      '    deliver.ts ──► claimBatch() ──► answer',
    ]
    expect(deadNamesInDocument(text.join('\n'), FEW)).toEqual([])
  })
})

test('a comment names files that there are', () => {
  const mark = '//'
  const source = `${mark} As in engine/deliver.ts.\nconst a = 1 ${mark} see gone.ts\n${mark} (engine/gone.ts)\nconst b = 'gone.ts'`
  expect(deadNamesInComments(source, FEW).map(({ line, name }) => `${line} ${name}`)).toEqual([
    '2 gone.ts',
    '3 engine/gone.ts',
  ])
})

describe('this project', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const isCode = (path: string): boolean => /\.(tsx?|mjs|js)$/.test(path)
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const project: Project = {
    paths: new Set(files.flatMap(path => [path, ...foldersOf(path)])),
    code: files.filter(isCode).map(read).join('\n'),
    commands: new Set(Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)),
  }

  test('names nothing in its documents that it does not have', () => {
    const documents = files.filter(path => path.endsWith('.md'))
    expect(documents.length).toBeGreaterThan(20)
    expect(documents.flatMap(path => told(path, deadNamesInDocument(read(path), project)))).toEqual([])
  })

  test('names no file in its comments that it does not have', () => {
    expect(files.filter(isCode).flatMap(path => told(path, deadNamesInComments(read(path), project)))).toEqual([])
  })
})

function foldersOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [`${folder}/`, ...foldersOf(folder)]
}

function told(path: string, names: { line: number; name: string }[]): string[] {
  return names.map(({ line, name }) => `${path}:${line} ${name}`)
}
