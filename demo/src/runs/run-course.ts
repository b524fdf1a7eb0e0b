/**
 * Simulates a run's messages in the database. The product's own queries select the recipients; deterministic random
 * numbers decide who opened it, when, and who clicked.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignAudience } from '@notifly/contracts/campaigns/campaigns'
import type { Db } from '@notifly/server/db/schema/tables'
import { reasonNumber, REASON_NAMES } from '@notifly/server/engine/reasons'
import { STATE } from '@notifly/server/engine/states'
import { members, memberWithSuppression, selectCap, skipReasonOfMember } from '@notifly/server/people/reach/audience'
import { type RawBuilder, sql } from 'kysely'
import { randomOf } from '../chance.ts'
import type { Ending, EngagementRates } from '../content/engagement-rates.ts'
import { ZONE } from '../world/world.ts'

type Sql = RawBuilder<unknown>

export interface RunToLive {
  applicationId: string
  runId: string
  /** Number of the run, so that the same contacts react differently in each one. */
  no: number
  channel: Channel
  audience: CampaignAudience
  topicId: string | null
  startedAt: Date
  rates: EngagementRates
  /** An A/B test: the share of recipients in the test, and how well each variant does. */
  test?: { share: number; variants: readonly number[]; afterHours: number; winner: number } | undefined
  /** For a paused run: how many recipients had their message by then. */
  stoppedAfter?: number | undefined
}

/** No event is later than this. */
interface Until {
  now: Date
}

const never = sql`'-infinity'::timestamptz`

/**
 * Inserts all deliveries of the run. Each step is materialized; otherwise PostgreSQL would inline it and evaluate its
 * expressions again and again.
 */
export async function insertDeliveries(db: Db, run: RunToLive & Until): Promise<void> {
  const { applicationId, runId, channel, audience, topicId, startedAt, rates, test, now, stoppedAfter } = run
  const query = { applicationId, channel, audience, topicId, now: startedAt }
  const cap = await selectCap(db, query)
  const hasDevices = channel === 'webpush' || channel === 'mobilepush'
  const { rate, delivered } = rates
  const handedOver = sql`state >= ${sql.lit(STATE.sent)}`
  const reached = sql`state in (${sql.lit(STATE.sent)}, ${sql.lit(STATE.delivered)}, ${sql.lit(STATE.complained)})`
  const d = (salt: number) => randomOf(sql`contact_id`, run.no * 64 + salt)
  const liking = sql`least(0.97, ${rates.opened}::float8 * (0.12 + 2.64 * ${randomOf(sql`contact_id`, 7)} ^ 2) * ${variantFactor(test)})`
  await sql`
    insert into delivery (application_id, run_id, seq, contact_id, variant, state, attempts, reason, sent_at, delivered_at,
      opened_at, clicked_at, unsubscribed_at, dismissed_at, last_event_at, address)
    with member as (${await members(db, query)}),
    person as (
      select member.contact_id, coalesce(member.address, '') as address, coalesce(member.timezone, ${ZONE}) as zone,
        ${skipReasonOfMember(query, cap)} as skip
      from ${memberWithSuppression(query)}
    ), ranked as (
      select *, row_number() over (partition by skip is null order by ${hasDevices ? sql`contact_id` : d(9)}, address) as place,
        count(*) filter (where skip is null) over () as able
      from person
    ), divided as (
      select *, ${variantOf(test)} as variant from ranked
    ), placed as (
      select *, row_number() over (order by skip is not null, variant = 0, variant, place)::int as seq from divided
    ), ended as materialized (
      select *, ${stateOf(rates, d, stoppedAfter)} as state, ${reasonOf(rates.endings, d)} as reason,
        ${startedAt}::timestamptz + (seq / ${rate}::float8 + 2 * ${d(1)} ${waitOfRest(test)}) * interval '1 second' as at
      from placed
    ), told as materialized (
      select *, ${delivered === null ? never : sql`case when state = ${sql.lit(STATE.delivered)} then at + (1 + 40 * ${d(2)} ^ 4) * interval '1 second' else ${never} end`} as delivered_at,
        case when ${reached} and ${d(3)} < ${liking}
          then ${inWakingHours(sql`at + ${delay(d(4), d(5))}`, d(6))} else ${never} end as opened
      from ended
    ), opened as materialized (
      select *, case when opened <= ${now} then opened else ${never} end as opened_at from told
    ), clicked as materialized (
      select *, ${clickedAt(rates, { reached, d })} as clicked,
        case when opened_at > ${never} and ${d(11)} < ${rates.unsubscribed}::float8 then opened_at + interval '70 seconds' else ${never} end as left_at
      from opened
    ), acted as (
      select *, case when clicked <= ${now} then clicked else ${never} end as clicked_at,
        case when left_at <= ${now} then left_at else ${never} end as unsubscribed_at,
        case when ${reached} and clicked = ${never} and ${d(12)} < ${rates.dismissed}::float8 and at < ${now}::timestamptz - interval '2 hours'
          then at + (5 + 3000 * ${d(13)} ^ 2) * interval '1 second' else ${never} end as dismissed_at
      from clicked
    )
    select ${applicationId}::uuid, ${runId}::uuid, seq, contact_id, variant, state,
      case when state in (${sql.lit(STATE.pending)}, ${sql.lit(STATE.skipped)}) then 0 when state = ${sql.lit(STATE.failed)} then 5
        when ${d(14)} < 0.012 then 2 else 1 end,
      reason, case when ${handedOver} then at else ${never} end, delivered_at, opened_at, clicked_at, unsubscribed_at, dismissed_at,
      case when state in (${sql.lit(STATE.pending)}, ${sql.lit(STATE.skipped)}) then ${never}
        else greatest(at, delivered_at, opened_at, clicked_at, unsubscribed_at, dismissed_at) end,
      address
    from acted`.execute(db)
}

type Dice = (salt: number) => RawBuilder<number>

/** About two thirds of recipients read within hours, the rest later. */
function delay(randomFor: Sql, which: Sql): Sql {
  return sql`(-ln(1 - ${randomFor}) * case when ${which} < 0.68 then 5400 else 68000 end + 25) * interval '1 second'`
}

/** Moves reading at night to the morning. */
function inWakingHours(at: Sql, randomFor: Sql): Sql {
  return sql`(select t + case when h < 6.5 then (6.5 - h + 2.2 * ${randomFor}) * interval '1 hour' else interval '0' end
    from (select t, extract(hour from l) + extract(minute from l) / 60.0 as h from (select t, t at time zone zone as l from (select ${at} as t) x) y) z)`
}

function clickedAt({ opened, clicked }: EngagementRates, { reached, d }: { reached: Sql; d: Dice }): Sql {
  if (opened === 0) {
    return sql`case when ${reached} and ${d(7)} < ${clicked}::float8 * (0.3 + 2.1 * ${randomOf(sql`contact_id`, 7)} ^ 2)
      then ${inWakingHours(sql`at + ${delay(d(4), d(5))}`, d(6))} else ${never} end`
  }
  return sql`case when opened_at > ${never} and ${d(7)} < ${clicked}::float8
    then opened_at + (8 + 260 * ${d(8)} ^ 2) * interval '1 second' else ${never} end`
}

/**
 * A delivery's state: refused or bounced first, by their shares; then complaints, and deliveries if they are reported.
 */
function stateOf({ endings, delivered, complained }: EngagementRates, d: Dice, stoppedAfter = Infinity): Sql {
  const cases = shares(endings).map(({ ending, upTo }) => {
    const state = ending.isRefused === true ? STATE.failed : STATE.bounced
    return sql`when ${d(0)} < ${sql.lit(upTo)}${ofDomain(ending)} then ${sql.lit(state)}`
  })
  const arrived =
    delivered === null
      ? sql`${sql.lit(STATE.sent)}`
      : sql`case when ${d(10)} < ${sql.lit(delivered)} then ${sql.lit(STATE.delivered)} else ${sql.lit(STATE.sent)} end`
  const stopped = Number.isFinite(stoppedAfter)
    ? sql`when place > ${sql.lit(stoppedAfter)} * able then ${sql.lit(STATE.pending)}`
    : sql``
  return sql`(case when skip is not null then ${sql.lit(STATE.skipped)} ${stopped} ${sql.join(cases, sql` `)}
    when ${d(15)} < ${sql.lit(complained)} then ${sql.lit(STATE.complained)} else ${arrived} end)::smallint`
}

function reasonOf(endings: readonly Ending[], d: Dice): Sql {
  const cases = shares(endings).map(
    ({ ending, upTo }) =>
      sql`when ${d(0)} < ${sql.lit(upTo)}${ofDomain(ending)} then ${sql.lit(reasonNumber(ending.reason))}`,
  )
  const names = sql.lit(`{${REASON_NAMES.join(',')}}`)
  return sql`(case when skip is not null then array_position(${names}::text[], skip) - 1 ${sql.join(cases, sql` `)} else 0 end)::smallint`
}

function ofDomain({ domain }: Ending): Sql {
  return domain === undefined ? sql`` : sql` and address like ${sql.lit(`%@${domain}`)}`
}

/** Endings of a single domain come last, because they take their share from the states below them. */
function shares(endings: readonly Ending[]): { ending: Ending; upTo: number }[] {
  let upTo = 0
  return endings.map(ending => ({ ending, upTo: Number((upTo += ending.share).toFixed(6)) }))
}

function variantOf(test: RunToLive['test']): Sql {
  if (test === undefined) return sql`0::smallint`
  const n = test.variants.length
  return sql`(case when skip is null and place <= greatest(${sql.lit(n)}, round(able * ${sql.lit(test.share)} / 100.0))
    then (place - 1) % ${sql.lit(n)} + 1 else 0 end)::smallint`
}

/** How much more or less a variant is opened. All other recipients get the winner. */
function variantFactor(test: RunToLive['test']): Sql {
  if (test === undefined) return sql`1`
  const cases = test.variants.map((factor, index) => sql`when ${sql.lit(index + 1)} then ${sql.lit(factor)}`)
  return sql`case variant ${sql.join(cases, sql` `)} else ${sql.lit(test.variants[test.winner - 1] ?? 1)} end`
}

function waitOfRest(test: RunToLive['test']): Sql {
  return test === undefined ? sql`` : sql`+ case when variant = 0 then ${sql.lit(test.afterHours * 3600)} else 0 end`
}
