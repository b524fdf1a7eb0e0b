/**
 * A campaign on a cluster of two PostgreSQL machines whose leader is disconnected from the network, killed, and asked to hand over; first
 * with both machines in DATABASE_URL, then with HAProxy in front of them. Nobody may be missed or receive a message twice.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openRun } from '@notifly/server/testing/engine/world'
import { generator } from '../../harness/chance.ts'
import { startEngine } from '../../harness/engine.ts'
import { judge } from '../judge.ts'
import { makeNetwork } from '../network.ts'
import { printPromises } from '../promises.ts'
import { type DatabaseWorld, fillWorld, untilDone } from '../world.ts'
import { type Cluster, type Node, startCluster, startHaproxy } from './cluster.ts'

/** Without the pauses. Long enough that a minute can pass after each fault. */
const CAMPAIGN_SECONDS = 240
const CONNECTIONS = 20
const WORKERS = 2
/** After each fault. */
const WATCHED_MS = 60_000
/** Patroni's lease of 20 s is the largest part of it. */
const PAUSE_MS = 45_000
const LOOK_MS = 100

interface Options {
  people: number
  seed: number
  say: (line: string) => void
}

export async function soakFailover(options: Options): Promise<boolean> {
  const byHosts = await soakConnection('both servers in DATABASE_URL', options)
  const byProxy = await soakConnection('HAProxy', options)
  return byHosts && byProxy
}

async function soakConnection(proxy: 'both servers in DATABASE_URL' | 'HAProxy', options: Options): Promise<boolean> {
  const { people, seed, say } = options
  await using network = makeNetwork()
  await using cluster = await startCluster(network)
  const databaseUrl = proxy === 'HAProxy' ? await startHaproxy(network, cluster.nodes) : cluster.databaseUrl
  const settings = { max_connections: CONNECTIONS, messages_per_second: Math.ceil(people / CAMPAIGN_SECONDS) }
  await using world = await fillWorld(databaseUrl, { people, random: generator(seed), settings })
  await using engine = await startEngine(world.database, WORKERS, { logLevel: 'fatal' })
  say(`${people} recipients by ${proxy}, ${engine.pids().length} workers`)
  const { runId } = await openRun(world.database, world.applicationId)
  const pauses = await failOver({ ...world, say }, cluster)
  await untilDone(world.database, runId)
  await cluster.settled()
  const isKept = await judge({ ...world, say }, runId, 0, 'no worker was lost')
  const longest = Math.max(...pauses)
  const isBack = printPromises(say, [
    [`longest time without a message ${seconds(longest)}, at most ${seconds(PAUSE_MS)}`, longest <= PAUSE_MS],
  ])
  return isKept && isBack
}

/** Returns how long no message was sent after each fault. */
async function failOver(world: DatabaseWorld, cluster: Cluster): Promise<number[]> {
  const { say, receiver, people } = world
  const startedAt = performance.now()
  const injectFault = async (
    share: number,
    words: string,
    trouble: (leader: Node) => Promise<void>,
  ): Promise<number> => {
    await receiver.untilMails(Math.floor(people * share))
    const leader = await cluster.settled()
    say(`${seconds(performance.now() - startedAt)}: ${leader.machine.name}, which leads, ${words}`)
    await trouble(leader)
    const pause = await pauseOf(world)
    say(`  no message for ${seconds(pause)}`)
    return pause
  }
  const pauses = [
    await injectFault(0.15, 'is cut off from the network for a minute', ({ machine }) => {
      machine.cutOff()
      void delay(WATCHED_MS).then(() => machine.reconnect())
      return Promise.resolve()
    }),
  ]
  pauses.push(
    await injectFault(0.45, 'is killed, and started again after a minute', async ({ machine, start }) => {
      await machine.end('SIGKILL')
      void delay(WATCHED_MS).then(start)
    }),
    await injectFault(0.75, 'hands over', () => cluster.switchOver()),
  )
  return pauses
}

/** The longest time without a mail, from now on. */
async function pauseOf({ receiver }: DatabaseWorld): Promise<number> {
  const endsAt = performance.now() + WATCHED_MS
  let longest = 0
  let lastAt = performance.now()
  let before = (await receiver.tally()).mails
  while (performance.now() < endsAt) {
    await delay(LOOK_MS)
    const { mails } = await receiver.tally()
    longest = Math.max(longest, performance.now() - lastAt)
    if (mails === before) continue
    lastAt = performance.now()
    before = mails
  }
  return longest
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
