/**
 * What customers looked at and bought, reported by the till and the online shop through the public API, with a key. The
 * product then attributes each order to a campaign. Most orders follow a click, some do not.
 */
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { EVENT_BATCH_MAX, type EventResult, type SentEvent } from '@notifly/contracts/events/events'
import { attributeDueEvents } from '@notifly/server/engine/goals/goals'
import { settleLog } from '@notifly/server/engine/log/log-writer'
import { type RawBuilder, sql } from 'kysely'
import { randomOf, randomOfNumber, oneOf } from '../chance.ts'
import { ORDER_GOAL } from '../content/campaign-plan.ts'
import type { Shop, Team } from '../world/team.ts'
import type { World } from '../world/world.ts'

/** Days relative to today: when the events begin, and when the till was connected and reported all earlier ones. */
const SINCE = -90
const CONNECTED = -26
/** From then on it reports every few days. */
const PACE_DAYS = 4

export async function sendOrderEvents(world: World, { asha, shop }: Team): Promise<void> {
  world.moveTo(world.at(CONNECTED, '09:48'))
  const key = await newKey(world, asha, shop)
  const told = await selectActs(world, shop)
  let rest = told
  for (let days = CONNECTED; rest.length > 0; days = Math.min(0, days + PACE_DAYS)) {
    const at = days === 0 ? new Date(world.now.getTime() - 30_000) : world.at(days, '10:00')
    const due = days === 0 ? rest.length : rest.findIndex(each => each.at > at)
    const some = due === -1 ? rest : rest.slice(0, due)
    rest = rest.slice(some.length)
    world.moveTo(at)
    await reportActs(world, key, some)
  }
  await reportErrors(world, key)
  world.moveTo(world.now)
  while ((await attributeDueEvents(world.deps)) === 'more');
}

/** Creates the key that the till uses. */
async function newKey(world: World, who: Team['asha'], { applicationId }: Shop): Promise<string> {
  const call = <Data>(path: string, body: unknown) => world.call<Data>(who, applicationId, 'POST', path, body)
  const { client_id } = await call<ApiKey>('/authP/user/licenses', {
    name: 'Till and online shop',
    scopes: ['events:write', 'contacts:write'],
  })
  const { client_secret } = await call<{ client_secret: string }>('/authP/user/licenses/getclientsecret', {
    client_id,
    password: world.password,
  })
  return `${client_id}:${client_secret}`
}

interface Act {
  external_user_id: string
  name: string
  at: Date
  properties: NonNullable<SentEvent['properties']>
}

async function reportActs(world: World, key: string, acts: readonly Act[]): Promise<void> {
  for (let from = 0; from < acts.length; from += EVENT_BATCH_MAX) {
    const events = acts.slice(from, from + EVENT_BATCH_MAX).map(({ at, ...act }): SentEvent => ({
      ...act,
      occurred_at: at.toISOString(),
      ...(act.name === ORDER_GOAL.event && { id: String(act.properties['order']) }),
    }))
    const { data } = await world.callWithKey<EventResult[]>(key, 'POST', '/api/v1/events/batch', { events })
    const refused = data.find(({ result }) => result !== 'accepted')
    if (refused !== undefined) throw new Error(`an order was not taken: ${JSON.stringify(refused)}`)
  }
  // Log entries get the time of their own day.
  await settleLog(world.database)
}

/** Two errors to find in the log: a customer whom only the till knows, and a total that is a list. */
async function reportErrors(world: World, key: string): Promise<void> {
  const wrong = [
    { external_user_id: 'till-0047', name: ORDER_GOAL.event, properties: { total: 34.5, currency: 'GBP' } },
    { external_user_id: 'hp-100001', name: ORDER_GOAL.event, properties: { total: [34.5], currency: 'GBP' } },
  ]
  for (const days of [-5, -3, -1]) {
    for (const [index, event] of wrong.entries()) {
      world.moveTo(world.at(days, index === 0 ? '11:42' : '15:06'))
      const { status } = await world.callWithKey(key, 'POST', '/api/v1/events', event)
      if (status < 400) throw new Error(`a wrong order was taken: ${JSON.stringify(event)}`)
      await settleLog(world.database)
    }
  }
}

const ACT = { viewed: 0.13, carted: 0.09, ordered: 0.11 }
/** Share of all contacts, over the whole time, who order without a click. */
const BY_THEMSELVES = 0.02

/** All events, in chronological order. */
async function selectActs({ database, now, at }: World, { applicationId }: Shop): Promise<Act[]> {
  const since = at(SINCE, '00:00')
  // Includes the run, so that the same person acts differently after each campaign.
  const n = sql`(uuid_hash_extended(contact_id, run_no))`
  const d = (salt: number) => randomOfNumber(n, salt)
  const minutes = (from: number, to: number, salt: number) =>
    sql`at + (${sql.lit(from)} + ${sql.lit(to - from)} * ${d(salt)} ^ 3) * interval '1 minute'`
  const { rows } = await sql<Act>`
    with clicked as (
      select d.contact_id, d.clicked_at as at, dense_rank() over (order by r.opens_at, r.channel) as run_no
      from run r join delivery d on d.application_id = r.application_id and d.run_id = r.run_id
      where r.application_id = ${applicationId} and r.goal is not null and d.clicked_at > ${since}
    ), acts as (
      select contact_id, run_no, 'product_viewed' as name, ${minutes(1, 9, 1)} as at from clicked where ${d(2)} < ${sql.lit(ACT.viewed)}
      union all
      select contact_id, run_no, 'cart_filled', ${minutes(4, 25, 3)} from clicked where ${d(4)} < ${sql.lit(ACT.carted)}
      union all
      select contact_id, run_no, ${ORDER_GOAL.event}, ${minutes(9, 5000, 5)} from clicked where ${d(6)} < ${sql.lit(ACT.ordered)}
      union all
      select contact_id, 0, ${ORDER_GOAL.event}, greatest(added_at, ${since}) + (${now}::timestamptz - greatest(added_at, ${since})) * ${randomOf(sql`contact_id`, 401)}
      from contact where application_id = ${applicationId} and ${randomOf(sql`contact_id`, 402)} < ${sql.lit(BY_THEMSELVES)}
    ), valued as (
      select a.name, a.at, c.external_user_id, row_number() over (order by a.at, contact_id, a.name) as no,
        ${currencyOf(sql`c.country`)} as currency, ${oneOf(PRODUCTS, d(7))} as product,
        round((19 + 310 * ${d(8)} ^ 2)::numeric, 2) as total, 1 + floor(3 * ${d(9)} ^ 2)::int as items
      from acts a
      join (select contact_id as buyer, external_user_id, country from contact where application_id = ${applicationId}) c on c.buyer = a.contact_id
      where a.at < ${now}::timestamptz - interval '1 minute'
    )
    select external_user_id, name, at, case name
      when 'product_viewed' then jsonb_build_object('product', product)
      when 'cart_filled' then jsonb_build_object('product', product, 'total', total, 'currency', currency)
      else jsonb_build_object('order', 'HP-' || (20000 + no), 'product', product, 'items', items, 'total', total, 'currency', currency)
      end as properties
    from valued order by no`.execute(database.kysely)
  return rows
}

const PRODUCTS = ['Oslo lamp', 'Fjord armchair', 'Harbor plates', 'Pine throw', 'Quay bench']

function currencyOf(country: RawBuilder<unknown>): RawBuilder<string> {
  return sql`case when ${country} = 'US' then 'USD' when ${country} in ('GB', 'IN') then 'GBP' else 'EUR' end`
}
