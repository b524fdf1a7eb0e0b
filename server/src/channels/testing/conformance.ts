/**
 * What every provider that is spoken to by HTTP promises the engine, tried against a scripted server on a real socket. In a
 * provider's test file:
 *
 *     describeProvider({
 *       provider: karixProvider,
 *       reasonSentence: smsReasonSentence,
 *       environment: url => testEnvironment({ karix: url }),
 *       configuration: {...},                       valid settings
 *       message: (n, url) => ({...}),               the n-th message, with the token `tokenOf(n)`; `url` for push endpoints
 *       numberOf: asked => ...,                     which of them a request carries: from its token, address or path
 *       scripts: {
 *         accepts: n => ({ status: 200, body: ... }),
 *         rejections: [{ name, reply, kind: 'bounced', reason: 'number_invalid', suppress: true }, ...],
 *         throttles: { status: 429, headers: { 'retry-after': '7' } },
 *         refusesEverything: { status: 401, ... },
 *       },
 *       trial: { works: (asked) => reply, fails: (asked) => reply },   where `test` calls the provider
 *     })
 *     describeHook({ hook, configuration, environment, reports: [...], forgeries: [...] })
 *
 * Time-outs are the affair of http-sender.ts, which all of them share, and are tried there; what reports do to deliveries,
 * early, late and out of order, is tried with the hooks' feature. Everything else is tried here.
 */
import type { Words } from '@notifly/contracts/sentences/sentence'
import { expect, describe, test } from 'vitest'
import type { HandOverEnd, HookCall, Outcome, Provider, ProviderEnvironment, ProviderHook } from '../provider.ts'
import { type Asked, type Reply, type ScriptedServer, startScripted } from './scripted-server.ts'

export interface Rejection {
  name: string
  reply: Reply
  /** `bounced`: this recipient for good. `rejected`: this message alone. `deferred`: later. */
  kind: 'bounced' | 'rejected' | 'deferred'
  reason: string
  /** Of a bounce: whether the address is dead. */
  suppress?: boolean
}

export interface ProviderTrial<Configuration, Message> {
  provider: Provider<Configuration, Message>
  /** Its channel's: no reason may be without words. */
  reasonSentence: (reason: string) => Words
  environment: (url: string) => ProviderEnvironment
  configuration: Configuration
  message: (n: number, url: string) => Message
  /** Which message a request carries; null for a call that carries none, such as one for a token. */
  numberOf: (asked: Asked) => number | null
  /** Answers calls that carry no message. */
  others?: (asked: Asked) => Reply
  scripts: {
    accepts: (n: number) => Reply
    rejections: readonly Rejection[]
    /** With Retry-After, which is obeyed; absent where the provider never throttles. */
    throttles?: Reply
    /** Every message would end like this: a wrong key, a locked account. */
    refusesEverything?: Reply
    /** A success that cannot be read; by default HTML of a proxy with status 200. Null: no body is ever read. */
    rubbish?: Reply | null
  }
  /** Messages go to servers of their own: one that cannot be reached holds up its own message alone. */
  manyServers?: boolean
  http2?: boolean
  trial?: { works: (asked: Asked) => Reply; fails: (asked: Asked) => Reply }
}

/** The signed name of the n-th message's delivery, as long as the real one. */
export function tokenOf(n: number): string {
  return `T${String(n).padStart(69, '0')}`
}

/** The number in a token anywhere in a text; null where there is none. */
export function numberIn(text: string): number | null {
  const digits = /T(0\d{68})/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

const MANY = 40
const CONNECTIONS = 4
const HTML: Reply = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><h1>Welcome</h1></html>' }

/** Tries one provider. */
export function describeProvider<Configuration, Message extends object>(
  trial: ProviderTrial<Configuration, Message>,
): void {
  describe(`the provider ${trial.provider.name}`, () => {
    acceptance(trial)
    refusals(trial)
    accidents(trial)
    if (trial.trial !== undefined) connectionTest(trial, trial.trial)
  })
}

function acceptance<C, M extends object>(trial: ProviderTrial<C, M>): void {
  const { scripts, numberOf } = trial

  test('hands every message over once, over no more connections than it may, and keeps its own id of each', async () => {
    const server = await scripted(trial, asked => ({ ...scripts.accepts(numberOf(asked) ?? 0), afterMs: 2 }))
    const { end, outcomes } = await handOver(trial, server, MANY)
    expect(end).toEqual({ end: 'done' })
    expect(outcomes.map(outcome => outcome?.kind)).toEqual(Array(MANY).fill('sent'))
    const numbers = server.asked.flatMap(asked => numberOf(asked) ?? [])
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MANY }, (_, n) => n))
    expect(server.mostAtOnce).toBeLessThanOrEqual(CONNECTIONS)
    expect(server.mostAtOnce).toBeGreaterThan(1)
  })

  test('begins nothing without the permit', async () => {
    const server = await scripted(trial, asked => scripts.accepts(numberOf(asked) ?? 0))
    const { end, outcomes } = await handOver(trial, server, 5, () => false)
    expect(end).toEqual({ end: 'stopped' })
    expect(outcomes).toEqual(Array(5).fill(undefined))
    expect(server.asked.filter(asked => numberOf(asked) !== null)).toEqual([])
  })
}

function refusals<C, M extends object>(trial: ProviderTrial<C, M>): void {
  const { scripts, numberOf, reasonSentence } = trial
  /** The first message ends like this, the others arrive. */
  const once = (reply: Reply) =>
    scripted(trial, asked => (numberOf(asked) === 0 ? reply : scripts.accepts(numberOf(asked) ?? 0)))

  test.each(scripts.rejections.map(each => [each.name, each] as const))('%s', async (_, rejection) => {
    const { end, outcomes } = await handOver(trial, await once(rejection.reply), 3)
    const [refused, ...others] = outcomes
    const { kind, reason, suppress = false } = rejection
    expect(refused).toMatchObject({
      kind,
      reason,
      ...(kind === 'bounced' && { suppress }),
      ...(kind === 'rejected' && { wholeConfiguration: false }),
    })
    expect(reasonSentence(rejection.reason)).not.toBe(rejection.reason)
    expect(others.map(outcome => outcome?.kind)).toEqual(['sent', 'sent'])
    expect(end).toEqual({ end: 'done' })
  })

  test.skipIf(scripts.throttles === undefined)('waits as long as it is told to when it is too fast', async () => {
    const { outcomes } = await handOver(trial, await once(scripts.throttles ?? HTML), 2)
    const retryAfter = scripts.throttles?.headers?.['retry-after']
    expect(outcomes[0]).toMatchObject({
      kind: 'deferred',
      reason: 'rate_limited',
      ...(retryAfter !== undefined && { retryAfterMs: Number(retryAfter) * 1000 }),
    })
    expect(outcomes[1]?.kind).toBe('sent')
  })

  test.skipIf(scripts.refusesEverything === undefined)(
    'stops the batch when every message would be refused',
    async () => {
      const server = await scripted(trial, () => scripts.refusesEverything ?? HTML)
      const { end, outcomes } = await handOver(trial, server, MANY)
      expect(end).toMatchObject({ end: 'rejected', rejection: { wholeConfiguration: true } })
      const reason = end.end === 'rejected' ? end.rejection.reason : ''
      expect(reasonSentence(reason)).not.toBe(reason)
      const begun = outcomes.filter(outcome => outcome !== undefined)
      expect(begun.every(({ kind }) => kind === 'rejected')).toBe(true)
      expect(begun.length).toBeLessThan(MANY)
    },
  )
}

function accidents<C, M extends object>(trial: ProviderTrial<C, M>): void {
  const { scripts, numberOf, manyServers = false } = trial
  const accepted = (asked: Asked) => scripts.accepts(numberOf(asked) ?? 0)

  test.each([500, 502, 503])('a %i with rubbish in it is tried again later', async status => {
    const server = await scripted(trial, asked =>
      numberOf(asked) === 0 ? { status, body: '<h1>\0Bad gateway' } : accepted(asked),
    )
    const { outcomes } = await handOver(trial, server, 2)
    expect(outcomes.map(outcome => outcome?.kind)).toEqual(['deferred', 'sent'])
  })

  test.skipIf(scripts.rubbish === null)('a success that cannot be read is no success', async () => {
    const server = await scripted(trial, () => scripts.rubbish ?? HTML)
    const { outcomes } = await handOver(trial, server, 1)
    expect(outcomes[0]?.kind).toBe('unknown')
  })

  test.each(['reset', 'cut'] as const)('a connection that breaks (%s) leaves its message in doubt', async how => {
    const server = await scripted(trial, asked => (numberOf(asked) === 0 ? how : accepted(asked)))
    const { outcomes } = await handOver(trial, server, 3, undefined, 1)
    expect(outcomes[0]).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
    expect(outcomes.slice(1).map(outcome => outcome?.kind)).toEqual(['sent', 'sent'])
  })

  test('a server that cannot be reached took nothing', async () => {
    const { outcomes } = await handOver(trial, { url: 'http://127.0.0.1:9' }, 1)
    expect(outcomes[0]).toMatchObject(
      manyServers
        ? { kind: 'deferred', reason: 'connection_refused' }
        : { kind: 'rejected', wholeConfiguration: true, temporary: true },
    )
  })
}

function connectionTest<C, M extends object>(
  { provider, configuration, environment, http2 }: ProviderTrial<C, M>,
  trial: NonNullable<ProviderTrial<C, M>['trial']>,
): void {
  const trying = async (script: (asked: Asked) => Reply) => {
    const server = await startScripted(script, { http2: http2 === true })
    return { result: await provider.test(configuration, environment(server.url)), server }
  }

  test('settings that work pass every step, and nobody gets a message', async () => {
    const { result } = await trying(trial.works)
    expect(result).toMatchObject({ ok: true })
    expect(result.steps.length).toBeGreaterThan(0)
  })

  test('settings that do not work say at which step, without the secret', async () => {
    const { result } = await trying(trial.fails)
    expect(result.ok).toBe(false)
    expect(result.steps.at(-1)).toMatchObject({ ok: false })
    const secrets = Object.values(configuration as Record<string, unknown>).filter(isSecretLike)
    for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret)
  })
}

function isSecretLike(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 20
}

async function scripted<C, M extends object>(
  { numberOf, others, http2 }: ProviderTrial<C, M>,
  script: (asked: Asked) => Reply | 'reset' | 'cut',
): Promise<ScriptedServer> {
  const forOthers = (asked: Asked): Reply => others?.(asked) ?? { status: 404 }
  return startScripted(asked => (numberOf(asked) === null && others ? forOthers(asked) : script(asked)), {
    http2: http2 === true,
  })
}

async function handOver<C, M extends object>(
  { provider, configuration, environment, message }: ProviderTrial<C, M>,
  { url }: { url: string },
  count: number,
  mayStart: () => boolean = () => true,
  connections: number = CONNECTIONS,
): Promise<{ end: HandOverEnd; outcomes: (Outcome | undefined)[] }> {
  const messages = Array.from({ length: count }, (_, n) => message(n, url))
  const outcomes = new Map<M, Outcome>()
  const sender = provider.openSender(configuration, environment(url), connections)
  try {
    const end = await sender.handOver(messages, {
      turn: (settled, next) => {
        for (const { message: settledOne, outcome } of settled) {
          expect(outcomes.has(settledOne)).toBe(false)
          outcomes.set(settledOne, outcome)
        }
        return next !== undefined && mayStart()
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
    return { end, outcomes: messages.map(each => outcomes.get(each)) }
  } finally {
    await sender.close()
  }
}

export interface HookTrial<Configuration> {
  hook: ProviderHook<Configuration>
  configuration: Configuration
  environment: ProviderEnvironment
  /** Calls as the provider makes them, signed by code that is not ours, and what they say, in the order of what happened. */
  reports: readonly { name: string; call: HookCall; says: readonly { kind: string; [field: string]: unknown }[] }[]
  /** Calls that a stranger made, or changed: another key, another body, another address. */
  forgeries: readonly { name: string; call: HookCall }[]
}

/** Tries what a provider reports by HTTP. */
export function describeHook<Configuration>(trial: HookTrial<Configuration>): void {
  const { hook, configuration, environment, reports, forgeries } = trial
  describe('its hook', () => {
    test.each(reports.map(each => [each.name, each] as const))('understands "%s"', async (_, { call, says }) => {
      expect(await hook.check(call, configuration, environment)).toMatchObject({ accepted: true })
      expect(hook.read(call).reports).toMatchObject(says)
    })

    test.each(forgeries.map(each => [each.name, each] as const))('refuses %s', async (_, { call }) => {
      const verdict = await hook.check(call, configuration, environment)
      expect(verdict).toMatchObject({ accepted: false })
      expect(verdict.accepted ? '' : verdict.reason).not.toBe('')
    })

    test('calls the same report by the same name whenever it comes, and every other one differently', () => {
      const keysOf = ({ call }: { call: HookCall }) => hook.read(call).reports.map(({ key }) => key)
      const first = reports.flatMap(keysOf)
      const again = reports.toReversed().flatMap(keysOf)
      expect(again.toSorted()).toEqual(first.toSorted())
      expect(new Set(first).size).toBe(first.length)
    })

    test('throws for what it cannot read, and never reads it as a report', () => {
      for (const body of ['', '{', 'null', '[]', '\0\xff', '<html>']) {
        const call = { method: 'POST', url: '', query: {}, headers: {}, body: Buffer.from(body) } as const
        expect(reportsIn(hook, call)).toEqual([])
      }
    })
  })
}

function reportsIn(hook: Pick<ProviderHook<never>, 'read'>, call: HookCall): readonly unknown[] {
  try {
    return hook.read(call).reports
  } catch (error) {
    if (error instanceof Error) return []
    throw new Error('what a hook throws is an Error', { cause: error })
  }
}
