import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../lib/start-error.ts'

/**
 * Creates the library links that npm cannot pack into `bundle` (the package's `native` folder), from the list that comes with the binaries (their install script does
 * the same, where install scripts are allowed to run). Links that are there stay.
 */
export async function createSymlinks(bundle: string): Promise<void> {
  const list = await readFile(join(bundle, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = join(dirname(bundle), target)
    await symlink(relative(dirname(target), source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/**
 * Copies the binaries to where every user may read and run them; resolves to the copy. It is named after the package's
 * version and made once; since others must not be able to plant one, the folder has to be ours alone to write.
 */
export async function copyBundle(bundle: string, home: string): Promise<string> {
  await mkdir(home, { recursive: true, mode: 0o755 })
  const { uid, mode } = await lstat(home)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new StartError(`${home} can be written by others: no programs are run from there`)
  }
  const { version } = JSON.parse(await readFile(join(dirname(bundle), 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `postgres-${version}-${process.platform}-${process.arch}`)
  const bundleCopy = join(copy, 'native')
  if (await lstat(copy).catch(() => undefined)) return bundleCopy

  // Renamed when complete: a killed start leaves a draft, never half a copy, and of two at once the first wins.
  const draft = await mkdtemp(join(home, 'draft-'))
  try {
    await chmod(home, 0o755)
    await chmod(draft, 0o755)
    await copyReadable(bundle, join(draft, 'native'))
    await createSymlinks(join(draft, 'native'))
    await rename(draft, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return bundleCopy
}

/** The modes are set, not copied: an npm under a strict umask installs files that only their owner may read. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyReadable(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else {
      await copyFile(source, target)
      await chmod(target, ((await lstat(source)).mode & 0o100) === 0 ? 0o644 : 0o755)
    }
  }
}
