// Plants one breach of each lint rule that the house relies on in a temporary checkout with the real settings, and looks
// whether the linter sees it there. A rule that a change of the settings switches off by accident fails here.
import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const BREACHES: [rule: string, path: string, source: string][] = [
  [
    'typescript(no-floating-promises)',
    'server/src/lib/a.ts',
    'async function save(): Promise<void> {\n  await Promise.resolve()\n}\nexport function run(): void {\n  save()\n}\n',
  ],
  [
    'typescript(no-misused-promises)',
    'server/src/lib/b.ts',
    'async function isOpen(): Promise<boolean> {\n  return await Promise.resolve(false)\n}\nexport const state = (): string => {\n  if (isOpen()) return "open"\n  return "closed"\n}\n',
  ],
  [
    'typescript(switch-exhaustiveness-check)',
    'server/src/lib/c.ts',
    "export function f(x: 'a' | 'b'): number {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 2\n}\n",
  ],
  ['typescript(no-explicit-any)', 'server/src/lib/d.ts', 'export const x = (y: any): unknown => y\n'],
  [
    'typescript(no-non-null-assertion)',
    'server/src/lib/e.ts',
    'export const first = (list: number[]): number => list[0]!\n',
  ],
  [
    'typescript(consistent-type-imports)',
    'server/src/lib/f.ts',
    "import { Pool } from './pool.ts'\nexport const name = (pool: Pool): string => pool.name\n",
  ],
  ['eslint(eqeqeq)', 'server/src/lib/g.ts', 'export const same = (a: unknown, b: unknown): boolean => a == b\n'],
  ['eslint(no-console)', 'server/src/lib/h.ts', "export const hello = (): void => console.log('hello')\n"],
  [
    'eslint(max-depth)',
    'server/src/lib/i.ts',
    'export function f(n: number): void {\n  if (n > 1) {\n    if (n > 2) {\n      if (n > 3) {\n        if (n > 4) f(n - 1)\n      }\n    }\n  }\n}\n',
  ],
  ['eslint(max-lines)', 'server/src/lib/j.ts', `export const a = 1\n${'// why\n'.repeat(400)}`],
  [
    'eslint(max-lines-per-function)',
    'server/src/lib/k.ts',
    `export function f(): void {\n${'  // why\n'.repeat(60)}}\n`,
  ],
  ['import(no-default-export)', 'server/src/lib/l.ts', 'const a = 1\nexport default a\n'],
  ['import(no-cycle)', 'server/src/lib/m.ts', "import { n } from './n.ts'\nexport const m = (): number => n()\n"],
  [
    'react-hooks(rules-of-hooks)',
    'web/src/ui/A.tsx',
    "import { useState } from 'react'\nexport function A({ on }: { on: boolean }) {\n  if (on) useState(1)\n  return <p>text</p>\n}\n",
  ],
  [
    'react-hooks(exhaustive-deps)',
    'web/src/ui/B.tsx',
    "import { useEffect } from 'react'\nexport function B({ on, tell }: { on: boolean; tell: (on: boolean) => void }) {\n  useEffect(() => tell(on), [])\n  return <p>text</p>\n}\n",
  ],
  ['regexp(no-super-linear-backtracking)', 'contracts/src/q.ts', 'export const QUOTED = /^(\\w+\\s?)*$/\n'],
  [
    'regexp(no-super-linear-move)',
    'contracts/src/r.ts',
    "export const bare = (text: string) => text.replace(/=+$/, '')\n",
  ],
  [
    'regexp(no-super-linear-move)',
    'contracts/src/s.ts',
    "const SIGNS = '[.,]'\nexport const END = new RegExp(`${SIGNS}+$`)\n",
  ],
  // What the compiler would say.
  ['typescript(TS2322)', 'server/src/lib/u.ts', "export const two: number = 'two'\n"],
  ['jsx-a11y(alt-text)', 'web/src/ui/C.tsx', 'export const C = () => <img src="/a.png" />\n'],
  [
    'vitest(no-focused-tests)',
    'server/src/lib/o.test.ts',
    "import { expect, test } from 'vitest'\ntest.only('counts', () => {\n  expect(1).toBe(1)\n})\n",
  ],
]

const NEEDLESS = 'contracts/src/t.ts'

const SUPPORT: [path: string, source: string][] = [
  ['server/src/lib/pool.ts', "export class Pool {\n  name = 'pool'\n}\n"],
  ['server/src/lib/n.ts', "import { m } from './m.ts'\nexport const n = (): number => m()\n"],
  ['server/src/features/campaigns/campaigns.ts', 'export const find = (): number => 1\n'],
  ['server/src/features/runs/ok.ts', "export { find } from '../campaigns/campaigns.ts'\n"],
  [
    NEEDLESS,
    '// oxlint-disable-next-line regexp/no-super-linear-move -- bounded: 9 characters, by hand\nexport const A = /^a+$/\n',
  ],
  ['scripts/ok.ts', "console.log('allowed here')\n"],
  ['server/vitest.config.ts', 'export default {}\n'],
]

/** A machine that does other things besides takes its time to read the types of all packages. */
const LINT_TIMEOUT_MS = 60_000

let folder: string
let seen: { path: string; code: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notifly-lint-'))
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json'])
    await cp(join(root, file), join(folder, file))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, source] of [...BREACHES.map(([, ...file]) => file), ...SUPPORT]) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), source)
  }
  await cp(join(root, 'web/tsconfig.json'), join(folder, 'web/tsconfig.json'))
  seen = await lint(folder)
}, LINT_TIMEOUT_MS)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the lint rules', () => {
  test.each(BREACHES)('see a breach of %s', (rule, path) => {
    expect(seen.filter(entry => entry.path === path).map(entry => entry.code)).toContain(rule)
  })

  test('see an exception that is not needed', () => {
    expect(seen.filter(entry => entry.path === NEEDLESS)).toHaveLength(1)
  })

  test('have exceptions for slow expressions only where a bound of the text is named', async () => {
    const unbounded = []
    for await (const path of glob(SOURCES, { cwd: root, exclude: path => /node_modules|dist/.test(path) })) {
      const source = await readFile(join(root, path), 'utf8')
      unbounded.push(
        ...source
          .split('\n')
          .filter(hasNoBound)
          .map(line => `${path}: ${line.trim()}`),
      )
    }
    expect(unbounded).toEqual([])
    expect(EXCEPTIONS.filter(hasNoBound)).toEqual(EXCEPTIONS.slice(1))
  })

  test('let pass what is allowed', () => {
    const allowed = SUPPORT.map(([path]) => path).filter(path => path !== 'server/src/lib/n.ts' && path !== NEEDLESS)
    expect(seen.filter(entry => allowed.includes(entry.path))).toEqual([])
  })
})

const SOURCES = '{contracts,server,web,site-sdk,sandbox,e2e,bench,demo,scripts}/**/*.{ts,tsx,js,mjs}'
const DISABLE = 'oxlint-disable-next-line regexp/no-super-linear-move'
const EXCEPTIONS = [
  `// ${DISABLE} -- bounded: 254 characters, by zod`,
  `/* ${DISABLE} */`,
  `// ${DISABLE} -- it is short`,
]

/** An exception without `-- bounded: <number> characters`, and what bounds them. */
function hasNoBound(line: string): boolean {
  return /\/[/*] *oxlint-disable.*regexp\//.test(line) && !/-- bounded: [\d,]+ characters, \S/.test(line)
}

interface Report {
  diagnostics: { code: string; filename: string }[]
}

function lint(cwd: string): Promise<{ path: string; code: string }[]> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [oxlint, '--format=json'], { cwd, maxBuffer: 1 << 26 }, (error, stdout) => {
      // Exit code 1 says that breaches were found, which is what we want.
      if (error !== null && error.code !== 1) return reject(error)
      const report = JSON.parse(stdout) as Report
      resolve(report.diagnostics.map(({ code, filename }) => ({ path: filename.replaceAll('\\', '/'), code })))
    })
  })
}
