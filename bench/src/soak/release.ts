/** An earlier state of the product, taken out of git: it runs beside the present one on the same packages. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as engine from '@notifly/server/testing/engine/world'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
const NEEDED = ['package.json', 'server', 'contracts', 'sandbox']
/** What is built once and asked for by browsers alone. */
const BUILT = 'web/dist'

/** Whose tables a world has, and the helpers that fill them. */
export interface Release {
  /** Folder of its migrations. */
  migrations: string | undefined
  engine: Pick<typeof engine, 'addRun' | 'createApplication' | 'prepareEngine'>
}

export interface EarlierRelease extends Release, AsyncDisposable {
  root: string
  commit: string
}

/** Takes the state of that commit, tag or branch out of git, into a folder that goes with it. */
export async function checkOutRelease(name: string): Promise<EarlierRelease> {
  const { stdout } = await run('git', ['rev-parse', '--short', `${name}^{commit}`], { cwd: ROOT })
  const root = await mkdtemp(join(tmpdir(), 'notifly-release-'))
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    const archive = join(root, 'release.tar')
    await run('git', ['archive', `--output=${archive}`, name, ...NEEDED], { cwd: ROOT })
    await run('tar', ['-xf', archive, '-C', root])
    await linkPackages(root)
    await cp(join(ROOT, BUILT), join(root, BUILT), { recursive: true })
    const path = join(root, 'server/src/testing/engine/world.ts')
    return {
      root,
      commit: stdout.trim(),
      migrations: join(root, 'server/src/db/migrations'),
      engine: (await import(pathToFileURL(path).href)) as typeof engine,
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** All packages are ours, but those of the checkout itself. */
async function linkPackages(root: string): Promise<void> {
  const packages = join(root, 'node_modules')
  const own = join(packages, '@notifly')
  await mkdir(own, { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@notifly' && !name.startsWith('.'))
      await symlink(join(ROOT, 'node_modules', name), join(packages, name))
  }
  for (const name of ['server', 'contracts', 'sandbox']) await symlink(join(root, name), join(own, name))
}
