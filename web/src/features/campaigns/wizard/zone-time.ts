/** Days and clock times of a named zone, by Intl: not every browser that we support has Temporal. */

/** Seconds east of UTC that a zone's clock shows at a moment. */
export function offsetAt(epochSeconds: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(epochSeconds * 1000)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(each => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return Math.round(shown / 1000 - epochSeconds)
}

/** Noon of a day (YYYY-MM-DD) on a zone's clock: an instant that nothing but that day holds. */
export function noonOf(day: string, zone: string): number {
  const noonUtc = Date.parse(`${day}T12:00:00Z`) / 1000
  // Clocks change at night: the offset that holds at either guess is the one at noon.
  return noonUtc - offsetAt(noonUtc - offsetAt(noonUtc, zone), zone)
}

/** The day of a moment on a zone's clock, YYYY-MM-DD. */
export function dayAt(epochSeconds: number, zone: string): string {
  return new Date((epochSeconds + offsetAt(epochSeconds, zone)) * 1000).toISOString().slice(0, 10)
}
