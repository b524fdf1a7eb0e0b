/** Customers' browsers and phones. */
import { sql } from 'kysely'
import { randomOfNumber } from '../chance.ts'
import { USER_AGENTS } from '../runs/agents.ts'
import { type Browser, newBrowsers } from '../world/channels.ts'
import type { Shop } from '../world/team.ts'
import type { World } from '../world/world.ts'
import { contactId } from './contacts.ts'

const WITH_BROWSER = 0.24
const WITH_APP = 0.19

/** Push subscriptions that are created at once and assigned to customers as they come. */
export interface Devices {
  browsers: readonly Browser[]
  used: number
}

export async function makeBrowsers(world: World, contacts: number): Promise<Devices> {
  return { browsers: await newBrowsers(world, Math.ceil(contacts * WITH_BROWSER * 1.15) + 5), used: 0 }
}

/** Adds devices of contacts, by number. There are none before the day on which the shop starts to ask for them. */
export async function addDevices(
  { database, at, now }: World,
  shop: Shop,
  devices: Devices,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const n = sql`n`
  const first = sql`greatest(c.added_at, ${at(-164, '10:00')}::timestamptz)`
  const since = sql`(${first} + ${randomOfNumber(n, 202)} ^ 2 * least(interval '20 days', ${now}::timestamptz - ${first}))`
  const contacts = sql`
    generate_series(${from}::int, ${to}::int) n
    join contact c on c.application_id = ${shop.applicationId}::uuid and c.contact_id = ${contactId(shop, n)}`
  const chosen = devices.browsers.slice(devices.used)
  const { rows } = await sql<{ n: number }>`
    with chosen as (
      select c.contact_id, c.lang, n, ${since} as since, row_number() over (order by n) as place
      from ${contacts} where ${randomOfNumber(n, 201)} < ${sql.lit(WITH_BROWSER)}
    ), added as (
      insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, about, created_at, last_seen_at, prompt)
      select ${shop.applicationId}::uuid, gen_random_uuid(), contact_id, 'webpush', 'web', b.endpoint, b.keys,
        jsonb_build_object('user_agent', ${agent()}, 'language', lang), since,
        least(${now}::timestamptz, since + ${randomOfNumber(n, 203)} * (${now}::timestamptz - since)),
        (array['slide_prompt', 'subscription_bell', 'custom_link', null])[1 + floor(4 * ${randomOfNumber(n, 207)} ^ 2)::int]
      from chosen join jsonb_to_recordset(${JSON.stringify(chosen.map((browser, index) => ({ place: index + 1, ...browser })))}::jsonb)
        as b(place int, endpoint text, keys jsonb) using (place)
      returning 1
    )
    select count(*)::int as n from added`.execute(database.kysely)
  devices.used += rows[0]?.n ?? 0
  const isApple = sql`${randomOfNumber(n, 205)} < 0.57`
  const token = sql`md5('device ' || n) || md5('phone ' || n)`
  await sql`
    insert into device (application_id, device_id, contact_id, channel, platform, endpoint, about, created_at, last_seen_at)
    select ${shop.applicationId}::uuid, gen_random_uuid(), c.contact_id, 'mobilepush',
      case when ${isApple} then 'ios' else 'android' end,
      case when ${isApple} then 'a' || substr(${token}, 2) else 'harbor:' || ${token} end,
      jsonb_build_object('app_version', (array['4.2.1','4.2.0','4.1.3','3.9.0'])[1 + floor(4 * ${randomOfNumber(n, 206)} ^ 2)::int]),
      ${since}, least(${now}::timestamptz, ${since} + interval '12 days')
    from ${contacts} where ${randomOfNumber(n, 204)} < ${sql.lit(WITH_APP)}`.execute(database.kysely)
}

function agent() {
  let upTo = 0
  const cases = USER_AGENTS.map(({ share, agent: words }) => {
    upTo += share
    return sql`when ${randomOfNumber(sql`n`, 207)} < ${sql.lit(upTo / 100)} then ${sql.lit(words)}`
  })
  return sql`case ${sql.join(cases, sql` `)} else '' end`
}
