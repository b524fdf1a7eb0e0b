/** The time that business rules use; passed in, so that tests can set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export function epochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
