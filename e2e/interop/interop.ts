/**
 * `npm run interop [-- postfix exim opensmtpd dovecot haraka libreoffice]`: tests the product with mail servers and files of other
 * programs. Needs root on Debian or Ubuntu. Everything is installed into temporary layers, so the machine does not change; docs/interop.md
 * describes the tests, and contains the table of the last run. The exit code is 1 if a test failed.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { CommandError, run } from './command.ts'
import { enter, install, type Layer, newLayer } from './layers.ts'
import { type Report, skippedReport } from './result.ts'
import { SERVERS } from './servers/servers.ts'
import { printReport, writePage } from './table.ts'
import { LIBREOFFICE } from './workbooks.ts'

interface Subject {
  title: string
  packages: readonly string[]
  npm?: string
}

const STAGE = fileURLToPath(new URL('stage.ts', import.meta.url))
const SUBJECTS: Readonly<Record<string, Subject>> = { ...SERVERS, libreoffice: LIBREOFFICE }
/** Installed in all layers: the verifier of signatures, and the program that makes certificates. */
const COMMON_PACKAGES = ['python3-dkim', 'openssl']
const TOOLS = ['/usr/bin/apt-get', '/usr/bin/unshare', '/usr/bin/setpriv', '/usr/sbin/chroot']

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SUBJECTS)
const obstacle = whyNot(names)
if (obstacle === undefined) process.exitCode = await tryAll(names)
else {
  process.stderr.write(`${obstacle}\n`)
  process.exitCode = 2
}

function whyNot(subjects: readonly string[]): string | undefined {
  const unknown = subjects.filter(name => !(name in SUBJECTS))
  if (unknown.length > 0) return `There is no ${unknown.join(', ')}. Choose from ${Object.keys(SUBJECTS).join(', ')}.`
  if (process.getuid?.() !== 0) return 'This command makes namespaces and mounts, so it needs root.'
  const missing = TOOLS.filter(tool => !existsSync(tool))
  return missing.length > 0 ? `This command needs Debian or Ubuntu: ${missing.join(', ')} is missing.` : undefined
}

/** Returns the exit code. */
async function tryAll(subjects: readonly string[]): Promise<number> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  const folder = await mkdtemp(join(tmpdir(), 'notifly-interop-'))
  try {
    const reports = new Map<string, Report>()
    for (const name of subjects) {
      reports.set(name, await tryOne(name, join(folder, name), stopping.signal))
      stopping.signal.throwIfAborted()
    }
    say(`\n${[...reports.values()].map(printReport).join('\n\n')}\n`)
    await writePage(reports, new Date())
    const isFailed = [...reports.values()].some(({ rows }) => rows.some(({ outcome }) => outcome === 'failed'))
    return isFailed ? 1 : 0
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    say('Stopped; nothing is left behind.')
    return 130
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryOne(name: string, folder: string, signal: AbortSignal): Promise<Report> {
  const subject = SUBJECTS[name]
  if (subject === undefined) throw new Error(`There is no ${name}`)
  const layer = await newLayer(folder)
  const npmFolder = join(folder, 'npm')
  try {
    await installSubject(layer, subject, npmFolder, signal)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    say(`  ${error.message}`)
    return skippedReport(subject.title, `cannot be installed: ${error.message.split('\n').at(-1) ?? ''}`)
  }
  const command = [process.execPath, STAGE, name, layer.root, npmFolder]
  const said = (text: string) => process.stderr.write(text)
  const report = JSON.parse(await enter(layer, command, { isAlone: true, signal, onSaid: said })) as Report
  await rm(folder, { recursive: true, force: true })
  return report
}

async function installSubject(layer: Layer, { title, packages, npm }: Subject, npmFolder: string, signal: AbortSignal) {
  const all = [...packages, ...COMMON_PACKAGES]
  say(`${title}: installing ${[...all, ...(npm === undefined ? [] : [`${npm} from npm`])].join(', ')}`)
  await install(layer, all, signal)
  if (npm === undefined) return
  await mkdir(npmFolder)
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save']
  await run(['npm', 'install', '--prefix', npmFolder, ...quiet, npm], { signal })
}
