/** Addresses and devices that providers say must not be written to again. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import type pg from 'pg'
import { isOfDevices } from '../../channels/registry.ts'
import { retireDevices } from '../devices/devices.ts'

/** Nothing is kept on a list for them: a device that is retired gets nothing. */
const OF_DEVICES = CHANNELS.filter(isOfDevices)

/** A recipient of a run, and why nothing may be sent to that address any more. */
export interface DeadRecipient {
  seq: number
  atMs: number
  /** Of a device: when its message left us, where that is known. */
  handedOverMs?: number
  /** unsubscribe: the person told the provider to stop; START takes the address off the list again, as after a STOP that we heard. */
  reason: 'hard_bounce' | 'complaint' | 'unsubscribe'
  detail: string | null
}

const NUL = '\u0000'

/**
 * Retires the devices of these recipients, and suppresses the addresses of the others. `outweighs`: a complaint or a dead address
 * takes the place of an earlier, milder reason. Without `channel` it is that of the run.
 */
export async function stopSendingTo(
  client: pg.ClientBase,
  run: { applicationId: string; runId: string; channel?: string },
  dead: readonly DeadRecipient[],
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
  await client.query(
    `insert into suppression as s (application_id, channel, address_key, reason, detail, created_at, source)
     select distinct on (d.address) $1::uuid, r.channel, d.address, e.reason, e.detail, to_timestamp(e.at),
       case when e.reason = 'unsubscribe' then 'reply' end
     from unnest($3::int[], $4::float8[], $5::text[], $6::text[]) as e(seq, at, reason, detail)
     join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($3::int[])
     join run r on r.application_id = $1 and r.run_id = $2 and not r.channel = any ($7::text[])
     where d.address <> ''
     order by d.address, e.reason
     on conflict (application_id, channel, address_key) do update
       set reason = excluded.reason, detail = excluded.detail, created_at = excluded.created_at
       where $8 and s.reason in ('unsubscribe', 'manual') and excluded.reason <> 'unsubscribe'`,
    [
      run.applicationId,
      run.runId,
      dead.map(row => row.seq),
      dead.map(row => row.atMs / 1000),
      dead.map(row => row.reason),
      // PostgreSQL's text holds no NUL.
      dead.map(row => row.detail?.replaceAll(NUL, '') ?? null),
      OF_DEVICES,
      outweighs,
    ],
  )
}
