/**
 * One rule shortens the times of the alarms, so that a soak need not wait for an hour: each time of a minute or more, be it how long an alarm
 * waits (`for`), the window of a rate (`[5m]`) or an age that a figure may have (`_age_seconds) > 300`), is divided by FACTOR. Expressions stay as
 * they are otherwise, and so do delays of a second, which people feel.
 */
export const FACTOR = 30

const MINUTE = 60
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: MINUTE, h: 60 * MINUTE }

/** `rules`: the text of deploy/prometheus/alerts.yaml. */
export function shorten(rules: string): string {
  return rules
    .replaceAll(/(for: )(\d+)([smh])$/gm, (_, name: string, n: string, unit: string) => name + shorter(n, unit))
    .replaceAll(/\[(\d+)([smh])\]/g, (_, n: string, unit: string) => `[${shorter(n, unit)}]`)
    .replaceAll(/(_age_seconds\) > )(\d+)/g, (_, figure: string, n: string) => figure + shorter(n, 's').slice(0, -1))
}

function shorter(count: string, unit: string): string {
  const seconds = Number(count) * (SECONDS[unit] ?? 1)
  return `${seconds < MINUTE ? seconds : seconds / FACTOR}s`
}
