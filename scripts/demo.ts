// `npm run demo`: a data directory of its own, filled with invented data when it is new, and a product that runs on it. What this machine's
// own installation has in its environment or its .env file stays out: no message of the demo can leave.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

const DIRECTORY = '.notifly-demo'
/** Written when the fill is complete; the other file is written before it begins. A folder without either is not a demo's. */
const PROOF = 'demo.json'
const BEGUN = 'demo-begun'
const FLAGS = ['--disable-warning=ExperimentalWarning']
const PORTS = { PORT: 3000, NOTIFLY_SANDBOX_PORT: 3100, NOTIFLY_SANDBOX_SMTP_PORT: 3125 } as const

interface Ports {
  port: number
  sandbox: number
  smtp: number
}

/** Sets the environment of the demo and fills its directory when that is new. */
export async function fillDemo(root: string, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { fresh: { type: 'boolean', default: false }, scale: { type: 'string', default: '1' } },
  })
  const directory = resolve(root, process.env['NOTIFLY_DEMO_DIR'] || DIRECTORY)
  const kept = keptPorts(directory)
  const ports = values.fresh || kept === undefined ? askedPorts() : kept
  setEnvironment(directory, ports)
  // The product loads most of what filling has compiled.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/node')
  if (values.fresh || kept === undefined) {
    if (kept !== undefined && (await isRunning(kept))) return giveUp('The demo is running. Stop it first.')
    const hindrance = await clearDemo(directory)
    if (hindrance !== undefined) return giveUp(hindrance)
    console.log('Filling the demo: half a year of a shop, in about a minute ...')
    const code = await run(root, ['demo/src/fill-process.ts', `--scale=${values.scale}`])
    if (code !== 0) return giveUp('The demo could not be filled; nothing was started.')
  }
}

/** Starts the process that signs in the demo's owner once the product is up. */
export function openDemo(root: string): ChildProcess {
  return start(root, ['demo/src/door-process.ts'])
}

function giveUp(reason: string): never {
  console.error(reason)
  process.exit(1)
}

/** The ports under which the sandbox knows the demo in this folder; undefined for none, or for one whose fill was interrupted. */
function keptPorts(directory: string): Ports | undefined {
  try {
    const { ports } = JSON.parse(readFileSync(join(directory, PROOF), 'utf8')) as { ports: Ports }
    return ports
  } catch {
    return undefined
  }
}

async function isRunning({ port }: Ports): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
  return answer?.ok === true
}

function askedPorts(): Ports {
  const read = (name: keyof typeof PORTS) => Number(process.env[name] || PORTS[name])
  return { port: read('PORT'), sandbox: read('NOTIFLY_SANDBOX_PORT'), smtp: read('NOTIFLY_SANDBOX_SMTP_PORT') }
}

function setEnvironment(directory: string, { port, sandbox, smtp }: Ports): void {
  for (const name of Object.keys(process.env)) {
    if (name === 'DATABASE_URL' || (name.startsWith('NOTIFLY_') && !name.startsWith('NOTIFLY_LAUNCH'))) {
      delete process.env[name]
    }
  }
  Object.assign(process.env, {
    PORT: String(port),
    NOTIFLY_SANDBOX: 'on',
    NOTIFLY_SANDBOX_PORT: String(sandbox),
    NOTIFLY_SANDBOX_SMTP_PORT: String(smtp),
    NOTIFLY_DATA_DIR: directory,
  })
}

/** Removes a demo, filled completely or in part. Returns the reason if the folder contains anything else, which is never deleted. */
export async function clearDemo(directory: string): Promise<string | undefined> {
  const names = await readdir(directory).catch((): string[] => [])
  if (names.length > 0 && !names.includes(PROOF) && !names.includes(BEGUN)) {
    return `${directory} holds something that is no demo. Choose another folder by NOTIFLY_DEMO_DIR.`
  }
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, BEGUN), '')
  return undefined
}

function start(root: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...FLAGS, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function run(root: string, args: readonly string[]): Promise<number> {
  const child = start(root, args)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
