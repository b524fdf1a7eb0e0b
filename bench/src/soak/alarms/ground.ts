/** What alarms are tried on, and what is looked at meanwhile. */
import { setTimeout as delay } from 'node:timers/promises'
import type { OperatorStatus, Trouble } from '@notifly/contracts/operator/operator'
import type { Installation } from '@notifly/server/testing/installation'
import type { Product } from '../../harness/product.ts'
import type { Prometheus } from './prometheus.ts'

const LOOK_MS = 250
const PATIENCE_MS = 60_000
const GONE_WITHIN_MS = 240_000

export interface Ground extends AsyncDisposable {
  machines: readonly Installation[]
  prometheus: Prometheus
  /** Of a person who is an operator. */
  token: string
  call: Product['call']
}

export interface AlarmCase<G extends Ground> {
  alarm: string
  /** Brings the trouble about in the way in which it happens. */
  cause(ground: G): Promise<Caused>
}

export interface Caused {
  /** Looks where the runbook says to look. Returns what was seen there; rejects if it is not there in time. */
  look(): Promise<string>
  /** Does what the runbook says to do. */
  mend(): Promise<void>
}

/** Resolves once it holds; rejects after a minute, or the time given. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const endsAt = performance.now() + patienceMs; performance.now() < endsAt; await delay(LOOK_MS)) {
    if (await holds()) return
  }
  throw new Error(`not within ${patienceMs / 1000} s: ${what}`)
}

/** Resolves once one line that a machine prints from now on has all these words. */
export type Log = (...words: string[]) => Promise<string>

export function followLog({ machines }: Ground): Log {
  const marks = machines.map(({ printed }) => ({ printed, from: printed.length }))
  return async (...words) => {
    const isThere = (line: string): boolean => words.every(word => line.includes(word))
    await until(`the log has ${words.join(' and ')}`, () =>
      marks.some(({ printed, from }) => printed.slice(from).some(isThere)),
    )
    return `log: ${words.join(' ')}`
  }
}

export function readStatus({ call, token }: Pick<Ground, 'call' | 'token'>): Promise<OperatorStatus> {
  return call<OperatorStatus>(token, 'GET', '/api/operator')
}

/** Resolves once System status has the issue. */
export async function untilIssue(ground: Ground, kind: Trouble['kind']): Promise<string> {
  await until(`System status has ${kind}`, async () => {
    const { troubles } = await readStatus(ground)
    return troubles.some(trouble => trouble.kind === kind)
  })
  return `System status: ${kind}`
}

/** Resolves once an expression has a value above this one. `what`: how the dashboard calls it. */
export async function untilFigure(
  { prometheus }: Ground,
  { what, expression, above }: { what: string; expression: string; above: number },
): Promise<string> {
  await until(`${expression} > ${above}`, async () => ((await prometheus.figure(expression)) ?? 0) > above)
  return `figure: ${what}`
}

/** Resolves once the alarm no longer rings. */
export async function untilGone({ prometheus }: Ground, alarm: string): Promise<void> {
  await until('it is gone', async () => !(await prometheus.ringing()).has(alarm), GONE_WITHIN_MS)
}
