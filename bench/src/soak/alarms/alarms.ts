/**
 * Brings about the trouble of each shipped alarm on the real product, waits until a real Prometheus says that the alarm rings, looks where
 * docs/operating.md says to look ("When an alarm rings"), does what it says to do, and waits until the alarm is gone. Times of the alarms are
 * shortened by one rule (shorten.ts). Needs root and Debian's package prometheus.
 */
import { BACKUP_CASES } from './cases/backups.ts'
import { SITE_CASES } from './cases/of-site.ts'
import { type AlarmCase, type Ground, until, untilGone } from './ground.ts'
import { requirePrometheus, shippedAlarms } from './prometheus.ts'
import { FACTOR } from './shorten.ts'
import { startArchivingProduct } from './archiving-product.ts'
import { startSite } from './site.ts'

const RINGS_WITHIN_MS = 180_000
const CALM_WITHIN_MS = 240_000

interface Order {
  /** Names of alarms; all of them if empty. */
  only: readonly string[]
  say: (line: string) => void
}

/** Reports each alarm. Returns whether all behaved. */
export async function soakAlarms({ only, say }: Order): Promise<boolean> {
  await requirePrometheus()
  const known = [...SITE_CASES, ...BACKUP_CASES].map(({ alarm }) => alarm)
  const without = (await shippedAlarms()).filter(alarm => !known.includes(alarm))
  for (const alarm of without) say(`BROKEN ${alarm}: there is no case for it`)
  say(`times of a minute or more are divided by ${FACTOR}`)
  const onSite = await tryAll(startSite, SITE_CASES, { only, say })
  const onArchive = await tryAll(startArchivingProduct, BACKUP_CASES, { only, say })
  return without.length === 0 && onSite && onArchive
}

async function tryAll<G extends Ground>(
  start: () => Promise<G>,
  cases: readonly AlarmCase<G>[],
  { only, say }: Order,
): Promise<boolean> {
  const chosen = cases.filter(({ alarm }) => only.length === 0 || only.includes(alarm))
  if (chosen.length === 0) return true
  await using ground = await start()
  let broken = 0
  for (const each of chosen) {
    await tryAlarm(ground, each, say).catch((error: unknown) => {
      say(`BROKEN ${each.alarm}: ${error instanceof Error ? error.message : String(error)}`)
      broken++
    })
  }
  return broken === 0
}

async function tryAlarm<G extends Ground>(ground: G, { alarm, cause }: AlarmCase<G>, say: Order['say']): Promise<void> {
  const { prometheus } = ground
  await until('Prometheus has figures', async () => (await prometheus.figure('up')) === 1)
  await until('no alarm rings before', async () => (await prometheus.ringing()).size === 0, CALM_WITHIN_MS).catch(
    async (error: Error) => {
      throw new Error(`${error.message}: ${[...(await prometheus.ringing())].join(', ')}`)
    },
  )
  const causedMs = performance.now()
  const { look, mend } = await cause(ground)
  let seen: string
  let rang: string
  try {
    await until('it rings', async () => (await prometheus.ringing()).has(alarm), RINGS_WITHIN_MS)
    rang = since(causedMs)
    seen = await look()
  } catch (error) {
    await mend().catch(() => undefined)
    throw error
  }
  const others = [...(await prometheus.ringing())].filter(name => name !== alarm)
  const mendedMs = performance.now()
  await mend()
  await untilGone(ground, alarm)
  const beside = others.length === 0 ? '' : `; rang beside it: ${others.join(', ')}`
  say(`kept ${alarm}: rang after ${rang}, seen (${seen}), gone after ${since(mendedMs)}${beside}`)
}

function since(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(0)} s`
}
