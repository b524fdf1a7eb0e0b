/** What attacks result in, and whether that was the product's doing or came of a standstill of the attackers themselves. */
import { setTimeout as delay } from 'node:timers/promises'
import { CONNECTION_LIMITS } from '@notifly/server/http/limits/connection-limits'
import type { Attack, Attacker } from './attacker.ts'

export interface Tally {
  name: string
  answers: Map<string, number>
  slowestMs: number
}

/** Between two attacks of one kind: ten kinds make some tens of requests a second. */
const PAUSE_MS = 100

/** Repeats each attack, all of them concurrently: so many times, or until it is over. */
export async function runAllAttacks(
  attacker: Attacker,
  attacks: readonly Attack[],
  until: number | (() => boolean),
): Promise<Tally[]> {
  using own = watchStandstills()
  return await Promise.all(
    attacks.map(async attack => {
      const tally: Tally = { name: attack.name, answers: new Map(), slowestMs: 0 }
      const isOver = typeof until === 'number' ? (thrown: number) => thrown >= until : until
      for (let thrown = 0; !isOver(thrown); thrown++) {
        await strikeOnce(tally, () => attack.strike(attacker), own)
        await delay(PAUSE_MS)
      }
      return tally
    }),
  )
}

/**
 * Adds the results of one strike. `late` are those of a connection on which the product waited `patienceMs` in vain for a request, since
 * this process stood still for as long: it says 408 and closes, and whoever still writes has a broken pipe.
 */
export async function strikeOnce(
  tally: Tally,
  strike: () => Promise<(number | string)[]>,
  own: Standstills,
  patienceMs = CONNECTION_LIMITS.headersMs,
): Promise<void> {
  const beganMs = performance.now()
  const stoodStillMs = own.fromNow()
  const came = await strike().catch((error: unknown) => [breakOf(error)])
  const isLate = stoodStillMs() >= patienceMs
  for (const result of came.map(String)) {
    const answer = isLate && (result === '408' || result === PIPE) ? 'late' : result
    tally.answers.set(answer, (tally.answers.get(answer) ?? 0) + 1)
  }
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - beganMs)
}

/** The server closed the connection while the request was being written. */
const PIPE = 'broken pipe'

/** The product closes connections of a network that has too many. A process that died is noticed by its restart. */
function breakOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  if (code === 'EPIPE') return PIPE
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' ? 'ended' : 'broken'
}

/** A refusal is a valid answer. A server error is a fault, as is a connection that broke, or was given up, with its request on the way. */
export function isFault(answer: string): boolean {
  return ['408', '500', '502', '504', PIPE, 'broken'].includes(answer)
}

export interface Standstills extends Disposable {
  /** Returns what tells the longest time for which this thread did nothing from now on, in milliseconds. */
  fromNow(): () => number
}

const LOOK_MS = 50
/** Shorter ones close no connection. */
const LONG_MS = 100

/** Watches its own thread until disposed. */
export function watchStandstills(): Standstills {
  const stoodMs: number[] = []
  let lastMs = performance.now()
  const look = (): void => {
    const nowMs = performance.now()
    if (nowMs - lastMs > LONG_MS) stoodMs.push(nowMs - lastMs)
    lastMs = nowMs
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    fromNow: () => {
      look()
      const first = stoodMs.length
      return () => {
        look()
        return Math.max(0, ...stoodMs.slice(first))
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
