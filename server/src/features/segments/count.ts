/** Counts the contacts that rules select, exactly if that takes seconds at most, and selects some of them. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import type { SegmentCount, SegmentReach } from '@notifly/contracts/segments/segments'
import { reachOf } from '../../people/reach/audience.ts'
import { contactTotal } from '../../people/contacts/contact-total.ts'
import { ensureAudienceStatistics } from '../../people/contacts/planner-statistics.ts'
import { costlyRead, limitStatements, QUERY_CANCELED } from '../../db/fair-places.ts'
import { chosenContacts, isTooLarge, loadRuleContext, namedSegments, costOfRules } from '../../people/rules/compile.ts'
import type { RuleContext } from '../../people/rules/rule-context.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue, type JobHandlers, longQueue } from '../../jobs/jobs.ts'
import { requestFieldSlots } from '../../people/fields/fields.ts'
import { checkRules } from './check-rules.ts'
import * as queries from './count-queries.ts'
import type { SegmentKey } from '../../people/segments/members.ts'
import { selectSegment } from './queries.ts'

/** Name of the job that counts an application's dynamic segments; its payload is `{applicationId}`. */
const COUNT_SEGMENTS = 'segments.count'

/** A count that takes longer is replaced with an estimate; the dashboard waits for it. */
const COUNT_LIMIT = '3s'
const SAMPLE_LIMIT = '2s'

/** Older counts in a list are refreshed in the background. */
const FRESH_MS = 5 * 60_000
/** Time for an application's segments in one job. */
const JOB_MS = 15_000
/** For a sample, fewer members than this are all read. */
const RARE = 2000
/** So many times the contacts that have a sample among them on average are looked at for one. */
const AHEAD = 3

/** Counts rules that are being edited. Throws at `rules` for rules that could not be saved as the segment either. */
export async function countRules(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  applicationId: string,
  rules: RuleGroup,
  segmentId?: string,
): Promise<SegmentCount> {
  const db = database.kysely
  const context = await loadRuleContext(db, applicationId, namedSegments(rules), clock.now())
  checkRules(rules, context, segmentId)
  await requestFieldSlots(db, applicationId)
  await ensureAudienceStatistics(database, applicationId)
  return costlyRead(db, applicationId, async tx => {
    const { count, estimated } = await countWithin(tx, rules, context)
    const contacts = await contactTotal(tx, applicationId)
    const rows = await sampleWithin(tx, rules, context, { count, estimated, contacts })
    const sample = rows.map(({ contact_id: uuid, ...member }) => ({ uuid, ...member }))
    return { count: Math.min(count, contacts), estimated, contacts, sample }
  })
}

/** Throws like countRules. */
export async function reachOfRules(
  { database, clock }: Deps,
  applicationId: string,
  rules: RuleGroup,
): Promise<SegmentReach> {
  const db = database.kysely
  const now = clock.now()
  const context = await loadRuleContext(db, applicationId, namedSegments(rules), now)
  checkRules(rules, context)
  return costlyRead(db, applicationId, async tx => {
    await queries.prepareCounting(tx, costOfRules(rules, context.segments).conditions)
    const chosen = chosenContacts(rules, context)
    const reach = (channel: Channel) => reachOf(tx, { applicationId, channel, chosen, now })
    const channels: [Channel, SegmentReach['channels'][Channel]][] = []
    for (const channel of CHANNELS) {
      channels.push([channel, (await unlessTooLong(tx, COUNT_LIMIT, () => reach(channel))) ?? null])
    }
    return { channels: Object.fromEntries(channels) as SegmentReach['channels'] }
  })
}

/**
 * Counts a dynamic segment and stores the count; undefined for a static or deleted one. A segment whose rules are too large keeps its
 * count, as an estimate. Runs in the caller's transaction.
 */
export async function recount(tx: Db, key: SegmentKey, now: Date): Promise<queries.StoredCount | undefined> {
  const segment = await selectSegment(tx, key)
  if (segment?.kind !== 'dynamic') return undefined
  const rules = segment.rules as RuleGroup
  const context = await loadRuleContext(tx, key.applicationId, namedSegments(rules), now)
  const weight = costOfRules(rules, context.segments)
  const counted = isTooLarge(weight)
    ? { count: segment.contact_count, estimated: true }
    : await countWithin(tx, rules, context)
  await queries.storeCount(tx, key, counted, now)
  return counted
}

/** Refreshes old counts of dynamic segments in the background. */
export async function requestCounts(db: Db, applicationId: string, now: Date): Promise<void> {
  const stale = await queries.selectStale(db, applicationId, new Date(now.getTime() - FRESH_MS))
  if (stale.length === 0) return
  const options = { key: `${COUNT_SEGMENTS} ${applicationId}`, queue: longQueue(applicationId) }
  await enqueue(db, COUNT_SEGMENTS, { applicationId }, options)
}

/**
 * The job: counts one segment after the other, each in a separate transaction. A further job behind those of other applications counts the
 * rest.
 */
async function countStale({ database, clock }: Deps, applicationId: string): Promise<void> {
  const db = database.kysely
  await ensureAudienceStatistics(database, applicationId)
  const now = clock.now()
  const endsAtMs = performance.now() + JOB_MS
  for (const segmentId of await queries.selectStale(db, applicationId, new Date(now.getTime() - FRESH_MS))) {
    if (performance.now() > endsAtMs) return requestCounts(db, applicationId, now)
    await db.transaction().execute(tx => recount(tx, { applicationId, segmentId }, now))
  }
}

async function countWithin(tx: Db, rules: RuleGroup, context: RuleContext): Promise<queries.StoredCount> {
  const chosen = chosenContacts(rules, context)
  await queries.prepareCounting(tx, costOfRules(rules, context.segments).conditions)
  const counted = chosenContacts(rules, { ...context, joins: true })
  const count = await unlessTooLong(tx, COUNT_LIMIT, () => queries.countChosen(tx, counted))
  if (count !== undefined) return { count, estimated: false }
  const expected = await unlessTooLong(tx, SAMPLE_LIMIT, () => expectCount(tx, rules, context))
  return { count: expected ?? (await queries.expectChosen(tx, chosen)), estimated: true }
}

/** Contacts of the sample; fewer if each condition has to list their ids. */
const STANDING = 2000
const NAMED_MAX = 100_000

/**
 * The share of a sample that rules select. Reads only the data of these contacts, so it takes milliseconds. Undefined if the sample is
 * empty.
 */
export async function expectCount(tx: Db, rules: RuleGroup, context: RuleContext): Promise<number | undefined> {
  const total = await contactTotal(tx, context.applicationId)
  const most = askedMost(rules, context)
  const contactIds = await queries.sampleContacts(tx, context.applicationId, { most, total })
  if (contactIds.length === 0) return undefined
  const found = await queries.countChosen(tx, chosenContacts(rules, { ...context, contactIds }))
  return Math.round((total * found) / contactIds.length)
}

function askedMost(rules: RuleGroup, { segments }: RuleContext): number {
  return Math.min(STANDING, Math.floor(NAMED_MAX / costOfRules(rules, segments).conditions))
}

type Counted = Pick<SegmentCount, 'count' | 'estimated' | 'contacts'>

/** The first members by id: many are found among the first contacts, whose data alone is read then. */
async function sampleWithin(tx: Db, rules: RuleGroup, context: RuleContext, { count, estimated, contacts }: Counted) {
  const { applicationId } = context
  const isRare = !estimated && count < RARE
  const among = async (only: RuleContext) =>
    (await unlessTooLong(tx, SAMPLE_LIMIT, () =>
      queries.selectSample(tx, applicationId, chosenContacts(rules, only), isRare),
    )) ?? []
  if (count === 0) return []
  const asked = Math.ceil((AHEAD * queries.SAMPLE * contacts) / count)
  if (asked <= askedMost(rules, context)) {
    const contactIds = await queries.selectFirst(tx, applicationId, asked)
    const found = await among({ ...context, contactIds })
    if (found.length === queries.SAMPLE || contactIds.length < asked) return found
  }
  return among(context)
}

/** Undefined if PostgreSQL cancelled it at its limit; the transaction continues. */
async function unlessTooLong<T>(tx: Db, limit: string, work: () => Promise<T>): Promise<T | undefined> {
  await queries.mark(tx)
  try {
    const before = await limitStatements(tx, limit)
    const result = await work()
    await limitStatements(tx, before)
    return result
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error
    await queries.undoToMark(tx)
    return undefined
  }
}

export function segmentJobs(deps: Deps): JobHandlers {
  return {
    [COUNT_SEGMENTS]: { long: payload => countStale(deps, (payload as { applicationId: string }).applicationId) },
  }
}
