/**
 * `npm run soak`: a campaign to 100,000 people (or `-- 20000`) under what can happen to the machines, at moments of a printed
 * seed (`-- 100000 7`):
 *
 *     -- 100000 7 kills     workers killed ten times and PostgreSQL twice (this one unless another is named)
 *     -- 100000 7 stopped   one of two workers stopped past its lease, then continued
 *     -- 100000 7 frozen    one of two machines frozen past its leases, then continued
 *
 * Nobody may be lost, nothing recorded wrongly or without its reason, and no more messages doubled than were on their way.
 * Ends with 1 when a promise is broken.
 */
import { generator } from './soak/chance.ts'
import { FROZEN_SECONDS, soakFrozen } from './soak/frozen.ts'
import { soakKills } from './soak/kills.ts'
import { soakStopped } from './soak/stopped.ts'
import { makeWorld, type World } from './soak/world.ts'

const CONNECTIONS = 20
const SOAKS: ReadonlyMap<string, (world: World) => Promise<boolean>> = new Map([
  ['kills', soakKills],
  ['stopped', soakStopped],
  ['frozen', soakFrozen],
])

const people = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000))
const kind = process.argv[4] ?? 'kills'
const soak = SOAKS.get(kind)
if (soak === undefined) throw new Error(`There is no soak "${kind}": ${[...SOAKS.keys()].join(', ')}.`)

const settings = {
  max_connections: CONNECTIONS,
  ...(kind === 'frozen' && { messages_per_second: Math.ceil(people / FROZEN_SECONDS) }),
}
const world = await makeWorld({ people, random: generator(seed), settings })
try {
  world.say(`${people} recipients, seed ${seed}`)
  process.exitCode = (await soak(world)) ? 0 : 1
} finally {
  await world.stop()
}
