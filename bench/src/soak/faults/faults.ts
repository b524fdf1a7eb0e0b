/**
 * One campaign on each channel through its emulator with faults on: temporary and permanent errors, 429 with Retry-After, reports that
 * arrive early, late, twice and in the wrong order. `trouble`: a worse fault during it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { addRun, runRow } from '@notifly/server/testing/engine/world'
import { addOtherDevices, FAULTS_CASES, type FaultsCase, withoutCase } from './channels.ts'
import { openReports } from './judge-queries.ts'
import { judge, type JudgedRun, unsettled } from './judge.ts'
import { printPromises } from '../promises.ts'
import { TROUBLES, type Trouble } from './trouble.ts'
import { makeFaultsWorld, type FaultsWorld } from './world.ts'

export interface FaultsOptions {
  channels: readonly string[]
  recipients: number
  /** Messages a second. */
  rate: number
  seed: number
  troubles: readonly string[]
  say: (line: string) => void
}

const LOOK_MS = 500
/** After this time without any change, what is missing will never arrive. The late calls take a third of it. */
const STILL_MS = 60_000
const LONGEST_MS = 15 * 60_000

/** Returns whether every promise was kept. */
export async function soakFaults(options: FaultsOptions): Promise<boolean> {
  const missing = withoutCase()
  if (missing.length > 0) throw new Error(`There is no case for ${missing.join(', ')}.`)
  const rows: string[][] = []
  for (const name of options.channels) {
    const each = FAULTS_CASES.get(name)
    if (each === undefined) throw new Error(`There is no channel "${name}": ${[...FAULTS_CASES.keys()].join(', ')}.`)
    rows.push(rowOf(name, await soakOne(name, each, options)))
  }
  const head = ['channel', 'attempts', 'put off', 'seconds', 'most in a second', 'broken']
  for (const row of [head, ...rows]) options.say(row.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join('  '))
  return rows.every(row => row.at(-1) === '0')
}

const WIDTHS = [10, 10, 10, 10, 18]

async function soakOne(name: string, each: FaultsCase, options: FaultsOptions): Promise<JudgedRun> {
  const { recipients, rate, seed, troubles, say } = options
  say(
    `${name}: ${recipients} recipients, ${rate} a second, seed ${seed}${troubles.map(trouble => `, ${trouble}`).join('')}`,
  )
  await using world = await makeFaultsWorld(recipients)
  await each.prepare(world)
  await addOtherDevices(world, each.channel)
  await limitRate(world, rate)
  await world.emulators.call('PUT', each.dials.path, { ...each.dials.values, seed })
  // The product prepares and sends it by itself.
  const { channel, content } = each
  const { runId } = await addRun(world.database, world.applicationId, { channel, content })
  const made = applyTroubles(world, troubles, say)
  await untilDone(world, runId)
  const atKills = await made
  await untilSettled(world, each, runId)
  const judged = await judge(world, each, { runId, rate, isHurt: troubles.length > 0, atKills })
  printPromises(say, judged.promises)
  const { calls, twice, late, strange, broken } = await world.proxy.report()
  say(`  calls of the product ${calls}, ${twice} of them twice at once, ${late} late, ${strange} not taken at first`)
  say(`  connections that broke under calls of the product ${broken}`)
  return judged
}

function rowOf(name: string, { attempts, putOff, seconds, peak, promises }: JudgedRun): string[] {
  const broken = promises.filter(([, isKept]) => !isKept).length
  return [name, String(attempts), String(putOff), seconds.toFixed(0), String(peak), String(broken)]
}

/** Sets the rate of every channel, including those whose settings have no field for it. */
async function limitRate({ database, applicationId }: FaultsWorld, rate: number): Promise<void> {
  await database.pool.query(
    `update channel_configuration set settings = settings || jsonb_build_object('messages_per_second', $2::int)
     where application_id = $1`,
    [applicationId, rate],
  )
}

/** Makes one fault after the other, spread over the campaign. Returns how many connections the killed workers had, all kills together. */
async function applyTroubles(
  world: FaultsWorld,
  names: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  let atKills = 0
  const troubles = names.map(name => {
    const trouble = TROUBLES.get(name)
    if (trouble === undefined) throw new Error(`There is no trouble "${name}": ${[...TROUBLES.keys()].join(', ')}.`)
    return [name, trouble] as [string, Trouble]
  })
  for (const [index, [name, trouble]] of troubles.entries()) {
    const moment = Math.floor((world.recipients * (index + 1)) / (troubles.length + 1))
    const taken = await untilTaken(world, moment)
    say(`  at ${taken} messages: ${name}`)
    atKills += await trouble(world)
  }
  return atKills
}

async function untilTaken({ emulators }: FaultsWorld, least: number): Promise<number> {
  for (;;) {
    const { messages } = await emulators.call<{ messages: number }>('GET', '/api/messages/counts')
    if (messages >= least) return messages
    await delay(LOOK_MS)
  }
}

async function untilDone({ database }: FaultsWorld, runId: string): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < LONGEST_MS;) {
    if ((await runRow(database, runId)).state === 'done') return
    await delay(LOOK_MS)
  }
}

/** Waits until all reports have arrived and are processed, or nothing changes any more. */
async function untilSettled(world: FaultsWorld, each: FaultsCase, runId: string): Promise<void> {
  let last = ''
  for (let changedAt = performance.now(); performance.now() - changedAt < STILL_MS;) {
    const { waiting } = await world.proxy.report()
    const left = [waiting, await openReports(world.database), await unsettled(world, each, runId)]
    if (left.every(n => n === 0)) return
    if (left.join(' ') !== last) changedAt = performance.now()
    last = left.join(' ')
    await delay(LOOK_MS * 2)
  }
}
