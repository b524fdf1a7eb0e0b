/**
 * `npm run soak -- hostile [--recipients=50000] [--seconds=600]`: the product under everything that hostile tenants and strangers can
 * throw at it, beside a campaign and another tenant at work; see soak/hostile/hostile.ts.
 *
 * `npm run soak`: a campaign to 100,000 people (or `-- 20000`) under what can happen to the machines, at moments of a printed
 * seed (`-- 100000 7`):
 *
 *     -- 100000 7 kills     workers killed ten times and PostgreSQL twice (this one unless another is named)
 *     -- 100000 7 stopped   one of two workers stopped past its lease, then continued
 *     -- 100000 7 frozen    one of two machines frozen past its leases, then continued
 *
 * No recipient may be lost, nothing recorded wrongly or without its reason, and no more messages doubled than were on their way.
 *
 *     -- --only=faults [--channel=whatsapp,karix] [--recipients=20000] [--rate=400] [--seed=1] [--trouble=unreachable,kill]
 *
 * is one campaign on each channel (or those named) through its emulated provider with faults on; see soak/faults/faults.ts.
 * `--trouble`: amid it the provider is `unreachable`, answers too `late` or `rubbish`, a worker is killed (`kill`).
 *
 *     -- --only=backup [--recipients=20000]
 *
 * is a backup amid a campaign, and its restore elsewhere; see soak/backup.ts.
 *
 *     -- --only=rolling [--recipients=20000]
 *
 * is a restart of all machines one after the other amid a campaign; see soak/rolling.ts. With `--from=<commit>` it is an upgrade from that
 * commit to the present state, whose processes run side by side meanwhile; see soak/upgrade.ts.
 *
 *     -- machines [--recipients=20000] [--seed=1]
 *
 * is an installation of seven machines in network namespaces of this one; see soak/machines/machines.ts. Needs root, iproute2 and a
 * packaged PostgreSQL.
 *
 *     -- failover [--recipients=50000] [--seed=1]
 *
 * is a campaign on a cluster that Patroni keeps, whose leader is lost and changed; see soak/failover/failover.ts. Needs root, iproute2 and
 * Debian's packages of PostgreSQL, patroni, etcd and haproxy.
 *
 *     -- --only=messages [--messages=50000] [--seed=1]
 *
 * is messages of programs while the whole product is killed ten times; see soak/messages/messages.ts.
 *
 *     -- alarms [--only=NotiflyDown,NotiflySlow]
 *
 * brings about the trouble of each shipped alarm, waits until it rings, and does what docs/operating.md says; see soak/alarms/alarms.ts. Needs
 * root and Debian's package prometheus.
 *
 * Ends with 1 when a promise is broken.
 */
import { parseArgs } from 'node:util'
import { generator } from './harness/chance.ts'
import { soakAlarms } from './soak/alarms/alarms.ts'
import { BACKUP_SECONDS, soakBackup } from './soak/backup.ts'
import { soakFailover } from './soak/failover/failover.ts'
import { FAULTS_CASES } from './soak/faults/channels.ts'
import { soakFaults } from './soak/faults/faults.ts'
import { FROZEN_SECONDS, soakFrozen } from './soak/frozen.ts'
import { soakHostile } from './soak/hostile/hostile.ts'
import { soakKills } from './soak/kills.ts'
import { soakMachines } from './soak/machines/machines.ts'
import { soakMessages } from './soak/messages/messages.ts'
import { ROLLING_SECONDS, soakRolling } from './soak/rolling.ts'
import { checkOutRelease } from './soak/release.ts'
import { soakStopped } from './soak/stopped.ts'
import { soakUpgrade, UPGRADE_SECONDS } from './soak/upgrade.ts'
import { makeWorld, type World } from './soak/world.ts'

const CONNECTIONS = 20
const SOAKS: ReadonlyMap<string, (world: World) => Promise<boolean>> = new Map([
  ['kills', soakKills],
  ['stopped', soakStopped],
  ['frozen', soakFrozen],
  ['backup', soakBackup],
  ['rolling', soakRolling],
])
const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{
      only: text,
      channel: text,
      recipients: text,
      messages: text,
      rate: text,
      seed: text,
      seconds: text,
      trouble: text,
      from: text,
    },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const kept = await chosen()
process.exitCode = kept ? 0 : 1

function chosen(): Promise<boolean> {
  const { only, recipients = '50000', messages = '50000', seed = '1', seconds = '600' } = values
  if (positionals[0] === 'alarms') return soakAlarms({ only: only?.split(',') ?? [], say })
  if (only === 'faults') return faults()
  if (only === 'messages') return soakMessages({ messages: Number(messages), seed: Number(seed), say })
  if (only === 'hostile' || positionals[0] === 'hostile') {
    return soakHostile({ recipients: Number(recipients), seconds: Number(seconds), say })
  }
  if (only === 'machines' || positionals[0] === 'machines') {
    return soakMachines({ people: Number(values.recipients ?? '20000'), seed: Number(seed), say })
  }
  if (only === 'failover' || positionals[0] === 'failover') {
    return soakFailover({ people: Number(recipients), seed: Number(seed), say })
  }
  return engineOf(only ?? positionals[2] ?? 'kills')
}

function faults(): Promise<boolean> {
  const { channel, recipients = '20000', rate = '400', seed = '1', trouble } = values
  return soakFaults({
    channels: channel?.split(',') ?? [...FAULTS_CASES.keys()],
    recipients: Number(recipients),
    rate: Number(rate),
    seed: Number(seed),
    troubles: trouble?.split(',') ?? [],
    say,
  })
}

async function engineOf(kind: string): Promise<boolean> {
  const people = Number(
    values.recipients ?? positionals[0] ?? (['backup', 'rolling'].includes(kind) ? 20_000 : 100_000),
  )
  const seed = Number(values.seed ?? positionals[1] ?? Math.floor(Math.random() * 1_000_000))
  const soak = SOAKS.get(kind)
  if (soak === undefined) throw new Error(`There is no soak "${kind}": ${[...SOAKS.keys()].join(', ')}, faults.`)
  if (kind === 'rolling' && values.from !== undefined) return upgrade(people, seed, values.from)
  const settings = {
    max_connections: CONNECTIONS,
    ...(kind === 'frozen' && { messages_per_second: Math.ceil(people / FROZEN_SECONDS) }),
    ...(kind === 'rolling' && { messages_per_second: Math.ceil(people / ROLLING_SECONDS) }),
    ...(kind === 'backup' && { messages_per_second: Math.ceil(people / BACKUP_SECONDS) }),
  }
  await using world = await makeWorld({ people, random: generator(seed), settings })
  world.say(`${people} recipients, seed ${seed}`)
  return await soak(world)
}

async function upgrade(people: number, seed: number, from: string): Promise<boolean> {
  await using release = await checkOutRelease(from)
  const settings = { max_connections: CONNECTIONS, messages_per_second: Math.ceil(people / UPGRADE_SECONDS) }
  await using world = await makeWorld({ people, random: generator(seed), settings, release })
  world.say(`${people} recipients, seed ${seed}, from ${release.commit}`)
  return await soakUpgrade(world, release)
}
