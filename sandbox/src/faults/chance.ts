import { hash } from 'node:crypto'

/**
 * A number in [0, 1) that depends only on its arguments, so that the same seed picks the same recipients in every run.
 * `what` keeps the dials independent of each other; `attempt` lets a retry have another outcome.
 */
export function chanceOf(seed: number, what: string, address: string, attempt = 0): number {
  const digest = hash('sha256', `${seed}\n${what}\n${attempt}\n${address.toLowerCase()}`, 'buffer')
  return digest.readUInt32BE(0) / 2 ** 32
}

/** A time between two, in milliseconds, chosen the same way. */
export function spanOf(seed: number, what: string, address: string, [from, to]: readonly [number, number]): number {
  return from + chanceOf(seed, what, address) * (to - from)
}
