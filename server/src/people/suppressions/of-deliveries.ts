/** Suppresses addresses and devices that providers report as dead or unwilling. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import type pg from 'pg'
import { isOfDevices } from '../../channels/registry.ts'
import { noteGrowthOn } from '../contacts/growth.ts'
import { retireDevices } from '../devices/devices.ts'

/** Device channels: retired devices get nothing, so no suppressions are stored. */
const OF_DEVICES = CHANNELS.filter(isOfDevices)

/** A recipient of a run, and why nothing may be sent to that address any more. */
export interface UndeliverableRecipient {
  seq: number
  atMs: number
  /** For a device: when its message was handed over, if known. */
  handedOverMs?: number
  /** unsubscribe: the person told the provider to stop; START removes the suppression, as after a STOP that we received. */
  reason: 'hard_bounce' | 'complaint' | 'unsubscribe'
  detail: string | null
}

const NUL = '\u0000'

/**
 * Retires the devices of these recipients, and suppresses the addresses of the others. `outweighs`: a complaint or a dead address replaces
 * an earlier, milder reason. Without `channel` it is that of the run.
 */
export async function stopSendingTo(
  client: pg.ClientBase,
  run: { applicationId: string; runId: string; channel?: string },
  dead: readonly UndeliverableRecipient[],
  { outweighs }: { outweighs: boolean },
): Promise<void> {
  if (dead.length === 0) return
  const { channel } = run
  if (channel === undefined || isOfDevices(channel)) {
    await retireDevices(
      client,
      run,
      dead.filter(({ reason }) => reason !== 'complaint'),
    )
  }
  if (channel !== undefined && isOfDevices(channel)) return
  const { rows: suppressed } = await client.query<{ at: Date }>(
    `with chosen as materialized (
     select distinct on (d.address) r.channel, d.address, e.reason, e.detail, to_timestamp(e.at) as at
     from unnest($3::int[], $4::float8[], $5::text[], $6::text[]) as e(seq, at, reason, detail)
     join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($3::int[])
     join run r on r.application_id = $1 and r.run_id = $2 and not r.channel = any ($7::text[])
     where d.address <> ''
     order by d.address, e.reason
     ), former as (
       select s.address_key from chosen c
       join suppression s on s.application_id = $1 and s.channel = c.channel and s.address_key = c.address
     ), kept as (
       insert into suppression as s (application_id, channel, address_key, reason, detail, created_at, source)
       select $1::uuid, channel, address, reason, detail, at, case when reason = 'unsubscribe' then 'reply' end
       from chosen order by address
       on conflict (application_id, channel, address_key) do update
         set reason = excluded.reason, detail = excluded.detail, created_at = excluded.created_at
         where $8 and s.reason in ('unsubscribe', 'manual') and excluded.reason <> 'unsubscribe'
     )
     select c.at from chosen c
     where c.reason <> 'unsubscribe' and not exists (select 1 from former f where f.address_key = c.address)`,
    [
      run.applicationId,
      run.runId,
      dead.map(row => row.seq),
      dead.map(row => row.atMs / 1000),
      dead.map(row => row.reason),
      // PostgreSQL's text cannot contain NUL.
      dead.map(row => row.detail?.replaceAll(NUL, '') ?? null),
      OF_DEVICES,
      outweighs,
    ],
  )
  await noteGrowthOn(
    client,
    run.applicationId,
    'suppressed',
    suppressed.map(({ at }) => at),
  )
}
