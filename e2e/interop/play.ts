/** Runs all scenarios with one server, several at a time: most of them mainly wait. */
import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { startMisbehavingSmtp } from '@notifly/server/testing/channels/misbehaving-smtp'
import { startProduct } from '../product/start-product.ts'
import { waitFor } from '../product/wait-for.ts'
import { check, type Finding } from './checks.ts'
import { run } from './command.ts'
import { FILES, type Ground } from './ground.ts'
import { type Mailing, sendMailing } from './mailing.ts'
import type { Report, Row } from './result.ts'
import { ORDER, type Scenario, scenarioOf } from './scenarios.ts'
import type { SmtpAccess, MailServer } from './servers/server.ts'
import { startWire, type Wire } from './wire-cuts.ts'
import { DOMAINS, PORTS, SCENARIOS, type ScenarioName, SERVER_NAME } from './world.ts'

const AT_ONCE = 4
const START_TIMEOUT_MS = 60_000
const QUEUE_TIMEOUT_MS = 120_000
/** Every so many-th message loses its connection. */
const CUT_EVERY = 50

interface Stage {
  server: MailServer
  ground: Ground
  product: Awaited<ReturnType<typeof startProduct>>
  wire: Wire
  dkimKey: string
  certificate: string
}

/** Starts the server and the product, and runs every scenario that the server supports. `say` is called with each result. */
export async function runScenarios(server: MailServer, ground: Ground, say: (line: string) => void): Promise<Report> {
  await ground.prepare()
  await server.start(ground)
  await listens(Object.values(server.doors).find(door => typeof door !== 'string')?.port ?? PORTS.relay)
  const version = await server.version(ground)
  // Refuses every recipient.
  const far = await startMisbehavingSmtp({ rcpt: '550 5.1.1 The email account that you tried to reach does not exist' })
  await startWire(PORTS.far, far.port)
  const wire = await startWire(PORTS.cuts, PORTS.relay, CUT_EVERY)
  const product = await startProduct({
    NOTIFLY_BOUNCE_DOMAIN: DOMAINS.bounces,
    NOTIFLY_BOUNCE_SMTP_PORT: String(PORTS.bounces),
  })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkimKey = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const certificate = await readFile(ground.outside(FILES.certificate), 'utf8')
  const rows = await runSomeScenarios({ server, ground, product, wire, dkimKey, certificate }, say)
  await product.remove()
  const errors = product.errors.map(line => `the product logged: ${line.slice(0, 500)}`)
  if (errors.length > 0) rows.push({ title: 'log of the product', outcome: 'failed', figures: '', faults: errors })
  return { title: `${server.title} ${version}`, rows }
}

/** Returns the results in the order of the scenarios, whatever the order in which they ended. */
async function runSomeScenarios(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const rows = new Map<ScenarioName, Row>()
  const queue = ORDER.values()
  const player = async () => {
    for (const name of queue) {
      const row = await play(stage, name)
      rows.set(name, row)
      say(`${row.title}: ${row.outcome}${row.figures === '' ? '' : `, ${row.figures}`}`)
      for (const fault of row.faults.slice(0, FAULTS_SAID)) say(`  ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, player))
  return SCENARIOS.flatMap(name => rows.get(name) ?? [])
}

const FAULTS_SAID = 5

async function play(stage: Stage, name: ScenarioName): Promise<Row> {
  const { server, ground } = stage
  const scenario = scenarioOf(name, server.lateDomains)
  const { title } = scenario
  const door = server.doors[name]
  if (typeof door === 'string') return { title, outcome: 'skipped', figures: door, faults: [] }
  try {
    if (!(await speaksTls(door, ground))) return { title, outcome: 'skipped', figures: NO_TLS, faults: [] }
    const { mailing, finding } = await playThrough(stage, scenario, door)
    const outcome = finding.faults.length === 0 ? 'passed' : 'failed'
    return { title, outcome, figures: figuresOf(mailing, finding), faults: finding.faults }
  } catch (error) {
    return { title, outcome: 'failed', figures: '', faults: [String(error)] }
  }
}

const NO_TLS = 'its TLS fails with openssl s_client too'

/** Whether another client can complete the TLS handshake at this port: some servers' packages cannot do it. */
async function speaksTls({ port, security }: SmtpAccess, ground: Ground): Promise<boolean> {
  if (security === 'none') return true
  const starttls = security === 'starttls' ? ['-starttls', 'smtp'] : []
  const trust = ['-verify_return_error', '-CAfile', ground.outside(FILES.certificate)]
  const client = ['openssl', 's_client', '-connect', `${SERVER_NAME}:${port}`, ...starttls, ...trust]
  return run(client, { input: 'QUIT\r\n' }).then(
    () => true,
    () => false,
  )
}

async function playThrough(stage: Stage, scenario: Scenario, door: SmtpAccess) {
  const { server, ground, product, wire, dkimKey, certificate } = stage
  const mailing = await sendMailing(scenario, { product, door, dkimKey, certificate })
  await waitFor('the server’s queue', async () => (await server.isIdle(ground)) || undefined, QUEUE_TIMEOUT_MS)
  const copies = scenario.mayRepeat ? wire.cuts() : (server.copiesAtMost ?? 0)
  const finding = await check(scenario, mailing, ground, copies)
  return { mailing, finding }
}

function figuresOf({ seconds, complaint }: Mailing, { arrived, copies, signed, attempts, counts }: Finding): string {
  const shown = Object.entries(counts).map(([status, count]) => `${count} ${status}`)
  return [
    ...shown,
    `${arrived} in mailboxes`,
    ...(copies > 0 ? [copies === 1 ? '1 copy' : `${copies} copies`] : []),
    `${signed} signatures valid`,
    `${attempts} attempts`,
    `${seconds.toFixed(1)} s`,
    ...(complaint === undefined ? [] : [`“${complaint}”`]),
  ].join(', ')
}

/** Waits until a server listens. */
async function listens(port: number): Promise<void> {
  const attempt = () =>
    new Promise<true | undefined>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(undefined)).on('connect', () => socket.destroy())
    })
  await waitFor(`port ${port}`, attempt, START_TIMEOUT_MS)
}
