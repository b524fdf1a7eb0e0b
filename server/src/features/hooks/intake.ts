/**
 * Receives calls of hooks. The provider verifies a call; then it is stored unchanged and answered, and processed afterwards. Concurrent
 * calls share their transactions. Memory is limited: a call that exceeds the limit must be sent again by the provider, and a stored report
 * that exceeds it is read from the database later.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { IncomingHttpHeaders } from 'node:http'
import { Counter } from 'prom-client'
import { openConfiguration } from '../../channels/registry.ts'
import type { HookCall, HookVerdict, ProviderHook } from '../../channels/provider.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { GroupCommit } from '../../lib/group-commit.ts'
import { addProvenFacts, type HookOwner, selectHookOwners } from './configuration-queries.ts'
import { idOf } from './report-id.ts'
import type { StoredCall, Report } from './report-queries.ts'
import { logRefusal } from './report-log.ts'
import { diskFullError, openReportStore } from './report-store.ts'
import { type Reporting, reportsSince } from './reporting.ts'
import { settle } from './settle.ts'

const MOST_AT_ONCE = 200

const MEGABYTE = 1_048_576
/** Bytes of calls that are not stored yet, of all hooks and of one. */
const ARRIVING_MOST = { inAll: 64 * MEGABYTE, ofKey: 16 * MEGABYTE }
/** Bytes of stored reports that are not processed yet, of all applications and of one. */
const UNREAD_MOST = { inAll: 64 * MEGABYTE, ofKey: 16 * MEGABYTE }
/** Stored with a call in addition to its content. */
const CALL_BYTES = 512
const ARRIVING_AGAIN_SECONDS = 5

interface HookAddress {
  provider: string
  hookToken: string
}

interface Intake {
  /**
   * Resolves to what the provider is to be answered once its call is stored. Throws notFound for what is no hook of ours,
   * forbidden for a call that is not the provider's, unavailable when that cannot be found out now or too much is arriving,
   * tooManyRequests when the application has no room for more reports.
   */
  take(address: HookAddress, call: HookCall): Promise<string>
  /** Resolves when everything that was taken has been looked at. */
  stop(): Promise<void>
}

export function startIntake(deps: Deps, reporting: Reporting): Intake {
  const fresh = new WeakSet<Report>()
  const refused = new WeakSet<Report>()
  const reports = openReportStore(deps)
  const store = new GroupCommit<Report>(async those => {
    const added = await reports.add(those)
    for (const report of added.fresh) fresh.add(report)
    for (const report of added.refused) refused.add(report)
  }, MOST_AT_ONCE)
  const reader = new GroupCommit<Report>(those => settle(deps, reporting, those), MOST_AT_ONCE)
  const arriving = new HeldBytes(ARRIVING_MOST)
  const unread = new HeldBytes(UNREAD_MOST)
  const count = countCalls(deps, reporting)

  /** A report without room comes up again by itself, as after the end of a process. */
  function read(report: Report, bytes: number): void {
    const { applicationId } = report
    if (unread.take(applicationId, bytes)) void reader.add(report).finally(() => unread.leave(applicationId, bytes))
  }

  async function takeIn({ provider, hookToken }: HookAddress, call: HookCall, bytes: number): Promise<string> {
    const { owner, verdict } = await judge(deps, reporting, { provider, hookToken }, call)
    if (!verdict.accepted) {
      count(provider, 'refused')
      const about = { provider, configuration: owner.configuration_id, application: owner.application_id }
      deps.log.warn({ ...about, reason: verdict.reason }, 'a call of a hook was refused')
      logRefusal(deps, cameTo(owner, call), { status: 403, currentStatus: 'refused', response: verdict.reason })
      throw new AppError('forbidden', sentence('hooks.notProvider'))
    }
    const report = reportOf(owner, call, verdict.follow, deps.clock.now())
    await store.add(report)
    if (refused.has(report)) {
      count(provider, 'no_room')
      logRefusal(deps, cameTo(owner, call), { status: 429, currentStatus: 'no_room', response: '' })
      throw diskFullError()
    }
    const isNew = fresh.has(report)
    count(provider, isNew ? 'stored' : 'repeated')
    if (isNew) read(report, bytes)
    return verdict.answer ?? ''
  }

  return {
    async take(address, call) {
      const bytes = sizeOf(call)
      if (!arriving.take(address.hookToken, bytes)) {
        throw new AppError('unavailable', { retryAfterSeconds: ARRIVING_AGAIN_SECONDS })
      }
      try {
        return await takeIn(address, call, bytes)
      } finally {
        arriving.leave(address.hookToken, bytes)
      }
    },
    async stop() {
      await store.settle()
      await reader.settle()
    },
  }
}

function sizeOf({ url, headers, body }: HookCall): number {
  return CALL_BYTES + url.length + JSON.stringify(headers).length + body.length
}

const CALL_RESULTS = ['stored', 'repeated', 'refused', 'no_room'] as const

/** What has not happened is 0 and not absent: Prometheus sees no increase in a counter that begins with 100. */
function countCalls({ metrics }: Deps, { hookedProviders }: Reporting) {
  const calls = new Counter({
    name: 'notifly_hook_calls_total',
    help: 'Calls of provider hooks: stored, repeated (known already), refused, or without room',
    labelNames: ['provider', 'result'],
    registers: [metrics],
  })
  for (const provider of hookedProviders) for (const result of CALL_RESULTS) calls.inc({ provider, result }, 0)
  return (provider: string, result: (typeof CALL_RESULTS)[number]) => calls.inc({ provider, result })
}

const JUDGED_AT_MOST = 3

interface Judged {
  owner: HookOwner
  verdict: HookVerdict
}

/** Checks again if the settings have changed meanwhile: what is learnt from one call applies to every later one. */
async function judge(deps: Deps, reporting: Reporting, address: HookAddress, call: HookCall): Promise<Judged> {
  const db = deps.database.kysely
  for (let turn = 0; turn < JUDGED_AT_MOST; turn++) {
    const owners = await selectHookOwners(db, address, reportsSince(deps.clock.now()))
    const judged = await judgeOnce(deps, reporting, owners, call)
    // The same answer for every wrong token, so that a stranger cannot learn which tokens exist.
    if (judged === null) throw new AppError('notFound')
    const learnt = judged.verdict.accepted ? judged.verdict.remember : undefined
    if (learnt === undefined || (await addProvenFacts(db, judged.owner, learnt))) return judged
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 })
}

/**
 * Checks by the present settings, then by earlier ones, with which messages may have been sent that are not reported yet. Null if none has
 * a hook.
 */
async function judgeOnce(
  deps: Deps,
  reporting: Reporting,
  owners: readonly HookOwner[],
  call: HookCall,
): Promise<Judged | null> {
  let refused: Judged | null = null
  for (const owner of owners) {
    const hook = reporting.hookOf(owner.channel, owner.provider)
    if (hook === undefined) continue
    const verdict = await verdictOf(deps, reporting, { owner, hook }, call)
    if (verdict.accepted && !owner.isFormer) return { owner, verdict }
    // Former settings learn nothing more, and confirm no subscription.
    if (verdict.accepted && verdict.follow === undefined) {
      return { owner, verdict: { accepted: true, ...(verdict.answer !== undefined && { answer: verdict.answer }) } }
    }
    refused ??= {
      owner,
      verdict: verdict.accepted ? { accepted: false, reason: 'the settings have changed' } : verdict,
    }
  }
  return refused
}

async function verdictOf(
  { secrets, log }: Deps,
  { environment }: Reporting,
  { owner, hook }: { owner: HookOwner; hook: ProviderHook<unknown> },
  call: HookCall,
): Promise<HookVerdict> {
  const configuration = openConfiguration(owner, secrets)
  try {
    return await hook.check(call, configuration, environment)
  } catch (error) {
    log.warn({ err: error, provider: owner.provider }, 'a call of a hook could not be checked')
    throw new AppError('unavailable', { retryAfterSeconds: 30 })
  }
}

function cameTo({ application_id, channel, provider }: HookOwner, { method, query, body }: HookCall) {
  return { applicationId: application_id, channel, provider, method, query, body }
}

function reportOf(owner: HookOwner, call: HookCall, follow: string | undefined, receivedAt: Date): Report {
  const { method, query, headers, body } = call
  const kept: StoredCall = { method, query, headers: neededOf(headers), ...(follow !== undefined && { follow }) }
  return {
    reportId: idOf(owner.configuration_id, new URLSearchParams(query).toString(), body),
    provider: owner.provider,
    applicationId: owner.application_id,
    configurationId: owner.configuration_id,
    channel: owner.channel,
    call: kept,
    raw: body,
    receivedAt,
  }
}

/** The headers that are needed to parse the body; those about the sender and the signature are no longer needed. */
function neededOf(headers: IncomingHttpHeaders): StoredCall['headers'] {
  const needed = Object.entries(headers).filter(
    ([name]) => name === 'content-type' || (name.startsWith('x-') && !/^x-(forwarded|real)|signature/.test(name)),
  )
  return Object.fromEntries(needed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** Counts bytes of calls that are kept in memory, with a limit for all and a lower one for each key. */
class HeldBytes {
  readonly #most: { inAll: number; ofKey: number }
  readonly #ofKeys = new Map<string, number>()
  #inAll = 0

  constructor(most: { inAll: number; ofKey: number }) {
    this.#most = most
  }

  /** Whether there is room. If so, the bytes count until `leave`. */
  take(key: string, bytes: number): boolean {
    const ofKey = (this.#ofKeys.get(key) ?? 0) + bytes
    if (ofKey > this.#most.ofKey || this.#inAll + bytes > this.#most.inAll) return false
    this.#ofKeys.set(key, ofKey)
    this.#inAll += bytes
    return true
  }

  /** Called once for each `take` that had room. */
  leave(key: string, bytes: number): void {
    const left = (this.#ofKeys.get(key) ?? 0) - bytes
    if (left > 0) this.#ofKeys.set(key, left)
    else this.#ofKeys.delete(key)
    this.#inAll -= bytes
  }
}
