import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'notifly-site-sdk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As it is built for a start of the product. */
function built(mode: string): string {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--mode', mode, '--logLevel', 'error', '--outDir', folder]
  // The tests' own mode would have it built for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, args, { cwd: join(root, 'site-sdk'), env })
  return readFileSync(join(folder, `${mode}.js`), 'utf8')
}

test('a site loads at most 12 KB, script and worker together, and nothing of them is a module', () => {
  const [script, worker] = [built('notifly'), built('worker')]
  expect(gzipSync(script).length + gzipSync(worker).length).toBeLessThan(12 * 1024)
  for (const text of [script, worker]) expect(text).not.toMatch(/\bimport\b\s*[{("']|\bexport\b|zod/)
  // The two words that the server puts in.
  expect(worker.match(/__NOTIFLY_(BASE|APP)__/g)).toHaveLength(2)
})
