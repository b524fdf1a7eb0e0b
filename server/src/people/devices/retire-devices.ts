/** SQL of devices whose push service says that they are gone. */
import type pg from 'pg'

/**
 * Nothing is sent any more to the devices of these deliveries; those of other channels have none, and only `case` keeps their
 * addresses from being read as ids: conditions of a join are tested in any order. Who registered after its message
 * was handed over is there again: the answer may be as old as a database that was away, or a product that stood still.
 */
export async function retireDevices(
  client: pg.ClientBase,
  { applicationId, runId }: { applicationId: string; runId: string },
  rows: readonly { seq: number; atMs: number; handedOverMs?: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `with gone as (
       select v.device_id, max(e.at) as at, max(e.handed_over) as handed_over
       from unnest($3::int[], $4::float8[], $5::float8[]) as e(seq, at, handed_over)
       join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($3::int[])
       join run r on r.application_id = $1 and r.run_id = $2 and r.channel in ('webpush', 'mobilepush')
       join device v on v.application_id = $1 and v.contact_id = d.contact_id
         and v.device_id = case when r.channel in ('webpush', 'mobilepush') then nullif(d.address, '')::uuid end
       group by 1
     ), held as (
       select v.device_id, gone.at from device v join gone on gone.device_id = v.device_id
       where v.application_id = $1 and v.retired_at is null and v.last_seen_at <= to_timestamp(gone.handed_over)
       order by v.device_id for update of v
     )
     update device v set retired_at = to_timestamp(held.at), retired_reason = 'gone'
     from held where v.application_id = $1 and v.device_id = held.device_id`,
    [
      applicationId,
      runId,
      rows.map(row => row.seq),
      rows.map(row => row.atMs / 1000),
      rows.map(row => (row.handedOverMs ?? row.atMs) / 1000),
    ],
  )
}
