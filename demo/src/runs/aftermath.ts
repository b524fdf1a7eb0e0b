/** What all runs together say about contacts: the days and hours at which they are active. */
import type { Db } from '@notifly/server/db/schema/tables'
import { EVENT } from '@notifly/server/engine/states'
import { weightAt } from '@notifly/server/engine/events/best-hours'
import { sql } from 'kysely'
import type { World } from '../world/world.ts'

const DAY_SECONDS = 86_400

/** Days of opens and clicks up to that moment, in the form that segments query. */
export async function recordActivity({ database: { kysely: db } }: World, until: Date): Promise<void> {
  await sql`
    insert into contact_activity as a (application_id, contact_id, opened_on, opened_days, clicked_on, clicked_days)
    select application_id, contact_id,
      max(last_day) filter (where kind = 4),
      coalesce(bit_or(1::bigint << (last_day - day)) filter (where kind = 4 and last_day - day <= 62), 0),
      max(last_day) filter (where kind = 5),
      coalesce(bit_or(1::bigint << (last_day - day)) filter (where kind = 5 and last_day - day <= 62), 0)
    from (
      select distinct application_id, contact_id, kind, day,
        max(day) over (partition by application_id, contact_id, kind) as last_day
      from engagement where kind in (4, 5) and day <= (${until}::timestamptz)::date
    ) as days
    group by application_id, contact_id
    on conflict (application_id, contact_id) do update set opened_on = excluded.opened_on, opened_days = excluded.opened_days,
      clicked_on = excluded.clicked_on, clicked_days = excluded.clicked_days`.execute(db)
}

/** The hours at which contacts read, each in their own time zone. */
export async function noteHours({ database: { kysely } }: World): Promise<void> {
  await kysely.connection().execute(addHours)
}

/** Events are weighted by `weightAt`. The SQL only gets the weight at one day and the daily factor. */
async function addHours(db: Db): Promise<void> {
  const first = weightAt(0)
  const factor = weightAt(DAY_SECONDS * 1000) / first
  const weight = sql`${first}::float8 * ${factor}::float8 ^ (extract(epoch from at) / ${DAY_SECONDS})::float8`
  await sql`create temporary table reading as
    select e.application_id, d.contact_id, r.channel, e.kind, e.at, e.at at time zone coalesce(c.timezone, a.timezone) as local
    from event e
    join delivery d on d.application_id = e.application_id and d.run_id = e.run_id and d.seq = e.seq
    join run r on r.application_id = e.application_id and r.run_id = e.run_id
    join contact c on c.application_id = e.application_id and c.contact_id = d.contact_id
    join application a on a.application_id = e.application_id
    where e.kind in (${sql.lit(EVENT.opened)}, ${sql.lit(EVENT.clicked)}) and not e.bot`.execute(db)
  const hours = Array.from(
    { length: 24 },
    (_, hour) => sql`coalesce(sum(weight) filter (where hour = ${sql.lit(hour)}), 0)`,
  )
  const standing = sql`array[${sql.join(hours)}], sum(weight), ((array_agg(hour order by weight desc, hour))[1])::smallint`
  const byHour = (keys: string) => sql`
    select ${sql.raw(keys)}, extract(hour from local)::int as hour, sum(${weight}) as weight from reading
    group by ${sql.raw(keys)}, extract(hour from local)`
  const person = 'application_id, contact_id, channel'
  await sql`insert into contact_hours (application_id, contact_id, channel, weights, total, best)
    select ${sql.raw(person)}, ${standing} from (${byHour(person)}) w group by ${sql.raw(person)}`.execute(db)
  const shop = 'application_id, channel'
  await sql`insert into application_hours (application_id, channel, weights, total, best)
    select ${sql.raw(shop)}, ${standing} from (${byHour(shop)}) w group by ${sql.raw(shop)}`.execute(db)
  await sql`insert into reading_hour (application_id, channel, month, weekday, hour, opened, clicked)
    select application_id, channel, date_trunc('month', local)::date, extract(isodow from local), extract(hour from local),
      count(*) filter (where kind = ${sql.lit(EVENT.opened)}), count(*) filter (where kind = ${sql.lit(EVENT.clicked)})
    from reading group by 1, 2, 3, 4, 5`.execute(db)
  await sql`drop table reading`.execute(db)
}
