/**
 * Two PostgreSQL machines managed by Patroni, and the etcd machine that stores which of them leads: Debian's packages, on an emulated
 * network.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@notifly/server/db/database'
import type { Machine, Network } from '../network.ts'

const PACKAGED = '/usr/lib/postgresql'
const POSTGRES_PORT = 5432
const PATRONI_PORT = 8008
const ETCD_PORT = 2379
const LOOK_MS = 200
/** Two of HAProxy's checks. */
const CHECKED_MS = 5000
/** A former leader that only needs to be rewound follows by then. */
const FOLLOWS_WITHIN_MS = 15_000
/** Settings of Patroni: usual for installations in which half a minute or less without a leader is acceptable. */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 }

export interface Cluster extends AsyncDisposable {
  nodes: readonly Node[]
  /** Of all nodes, as libpq writes it. */
  databaseUrl: string
  /** Resolves with the node that leads, once the other one follows it synchronously: only then may it be lost. */
  settled(): Promise<Node>
  /** A planned change: the leader hands over. */
  switchOver(): Promise<void>
}

export interface Node {
  machine: Machine
  /** Starts Patroni there, and by it PostgreSQL. */
  start(): Promise<void>
}

export async function startCluster(network: Network): Promise<Cluster> {
  const binaries = packaged()
  const folder = await mkdtemp(join(tmpdir(), 'notifly-failover-'))
  await chmod(folder, 0o755)
  const etcd = network.add('dcs')
  startEtcd(etcd, join(folder, 'etcd'))
  const nodes = await Promise.all(
    ['db1', 'db2'].map(async name => {
      const machine = network.add(name)
      const settings = await writeSettings(machine, etcd, { folder, binaries })
      const start = (): Promise<void> =>
        Promise.resolve(void machine.run('setpriv', [...AS_POSTGRES, 'patroni', settings]))
      return { machine, start }
    }),
  )
  for (const node of nodes) await node.start()
  const cluster = clusterOf(nodes, async () => {
    await Promise.all([...nodes.map(({ machine }) => machine), etcd].map(machine => machine.end('SIGKILL')))
    await rm(folder, { recursive: true, force: true })
  })
  await cluster.settled()
  await makeDatabase(cluster.databaseUrl)
  return cluster
}

function clusterOf(nodes: readonly Node[], end: () => Promise<void>): Cluster {
  const hosts = nodes.map(({ machine }) => `${machine.address}:${POSTGRES_PORT}`).join(',')
  const settled = async (): Promise<Node> => {
    let reinitializeAtMs = performance.now() + FOLLOWS_WITHIN_MS
    for (;;) {
      const members = await membersOf(nodes)
      const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
      const follows = members.some(({ role, state }) => role === 'sync_standby' && RUNNING.has(state))
      const node = nodes.find(({ machine }) => machine.name === leader?.name)
      if (node !== undefined && follows) return node
      if (node !== undefined && performance.now() > reinitializeAtMs) {
        await reinitialize(nodes.find(each => each !== node))
        reinitializeAtMs = Infinity
      }
      await delay(LOOK_MS)
    }
  }
  return {
    ...{ nodes, settled },
    databaseUrl: `postgres://postgres@${hosts}/notifly?target_session_attrs=read-write`,
    switchOver: async () => {
      const { machine } = await settled()
      const candidate = nodes.find(node => node.machine !== machine)?.machine.name
      const answer = await fetch(`http://${machine.address}:${PATRONI_PORT}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: machine.name, candidate }),
      })
      if (!answer.ok) throw new Error(`Patroni refused to hand over: ${await answer.text()}`)
    },
    [Symbol.asyncDispose]: end,
  }
}

/** Does what an operator does (`patronictl reinit`) with a former leader that wrote something which the new one never received. */
async function reinitialize(node: Node | undefined): Promise<void> {
  const address = `http://${node?.machine.address ?? ''}:${PATRONI_PORT}/reinitialize`
  await fetch(address, { method: 'POST', body: JSON.stringify({ force: true }) }).catch(() => undefined)
}

interface Member {
  name: string
  role: string
  state: string
}

/** The names that newer and older versions of Patroni use for a standby that follows. */
const RUNNING: ReadonlySet<string> = new Set(['running', 'streaming'])

/** The members as the first of them that answers reports them. */
async function membersOf(nodes: readonly Node[]): Promise<Member[]> {
  const asked = nodes.map(async ({ machine }) => {
    const signal = AbortSignal.timeout(2000)
    const answer = await fetch(`http://${machine.address}:${PATRONI_PORT}/cluster`, { signal })
    return ((await answer.json()) as { members: Member[] }).members
  })
  return Promise.any(asked).catch(() => [])
}

/** The folder of PostgreSQL's programs. */
function packaged(): string {
  for (const [program, name] of [
    ['/usr/bin/patroni', 'patroni'],
    ['/usr/bin/etcd', 'etcd-server'],
    ['/usr/sbin/haproxy', 'haproxy'],
    [PACKAGED, 'postgresql'],
  ] as const) {
    if (!existsSync(program))
      throw new Error(`${name} is needed here: apt-get install patroni etcd-server haproxy postgresql`)
  }
  return join(PACKAGED, readdirSync(PACKAGED).toSorted().at(-1) ?? '', 'bin')
}

function startEtcd(machine: Machine, dataDir: string): void {
  const url = `http://${machine.address}:${ETCD_PORT}`
  const args = {
    'data-dir': dataDir,
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'log-level': 'error',
    logger: 'zap',
  }
  machine.run('etcd', [...Object.entries(args).map(([name, value]) => `--${name}=${value}`)])
}

async function writeSettings(
  machine: Machine,
  etcd: Machine,
  { folder, binaries }: { folder: string; binaries: string },
): Promise<string> {
  const { name, address } = machine
  const home = join(folder, name)
  await mkdir(home)
  execFileSync('chown', ['postgres:postgres', home])
  const login = { username: 'postgres' }
  const settings = {
    ...{ scope: 'notifly', name },
    log: { level: 'CRITICAL' },
    restapi: { listen: `${address}:${PATRONI_PORT}`, connect_address: `${address}:${PATRONI_PORT}` },
    etcd3: { hosts: `${etcd.address}:${ETCD_PORT}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        // What was committed is on both machines, so that nothing is lost with one of them.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, shared_buffers: '256MB', jit: 'off' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `0.0.0.0:${POSTGRES_PORT}`,
      connect_address: `${address}:${POSTGRES_PORT}`,
      data_dir: join(home, 'data'),
      bin_dir: binaries,
      pgpass: join(home, 'pgpass'),
      // Otherwise a copy waits for the leader's next checkpoint, minutes away.
      basebackup: [{ checkpoint: 'fast' }],
      authentication: { superuser: login, replication: login, rewind: login },
      parameters: { unix_socket_directories: home, logging_collector: 'on' },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host all,replication all samenet trust'],
    },
    watchdog: { mode: 'off' },
  }
  // YAML holds JSON.
  const path = join(home, 'patroni.yml')
  await writeFile(path, JSON.stringify(settings))
  return path
}

async function makeDatabase(databaseUrl: string): Promise<void> {
  const { pool, close } = openDatabase({
    connectionString: databaseUrl.replace('/notifly?', '/postgres?'),
    maxConnections: 1,
  })
  await pool.query('create database notifly')
  await close()
}

const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups']

/**
 * Starts HAProxy on its own machine in front of them, as in installations that know only one address. It asks Patroni which of them leads.
 */
export async function startHaproxy(network: Network, nodes: readonly Node[]): Promise<string> {
  const machine = network.add('proxy')
  const folder = await mkdtemp(join(tmpdir(), 'notifly-haproxy-'))
  const servers = nodes.map(
    ({ machine: { name, address } }) =>
      `  server ${name} ${address}:${POSTGRES_PORT} maxconn 200 check port ${PATRONI_PORT}`,
  )
  const settings = [
    'defaults',
    '  mode tcp',
    '  timeout connect 3s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    `listen primary`,
    `  bind ${machine.address}:${POSTGRES_PORT}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 2s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ]
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, `${settings.join('\n')}\n`)
  machine.run('haproxy', ['-db', '-f', path])
  const databaseUrl = `postgres://postgres@${machine.address}:${POSTGRES_PORT}/notifly`
  await untilItLeads(databaseUrl)
  return databaseUrl
}

/** Until HAProxy has asked Patroni, it takes each of them for the leader. */
async function untilItLeads(databaseUrl: string): Promise<void> {
  for (let leads = false; !leads; await delay(LOOK_MS)) {
    const { pool, close } = openDatabase({ connectionString: databaseUrl, maxConnections: 1 })
    leads = await pool.query<{ leads: boolean }>('select not pg_is_in_recovery() as leads').then(
      ({ rows }) => rows[0]?.leads === true,
      () => false,
    )
    await close()
  }
  // Both servers have been asked by then.
  await delay(CHECKED_MS)
}
