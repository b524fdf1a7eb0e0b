/** SQL of the traces that deliveries belong to. */
import type pg from 'pg'

export interface DeliveryKey {
  applicationId: string
  runId: string
  seq: number
}

export interface DeliveryTrace extends DeliveryKey {
  /** W3C traceparent. */
  trace: string
  channel: string
  /** For a single message. */
  messageId: string | null
}

/** Returns the deliveries that are traced, by their message or else by their run. */
export async function selectTraces(pool: pg.Pool, keys: readonly DeliveryKey[]): Promise<DeliveryTrace[]> {
  const { rows } = await pool.query<DeliveryTrace>({
    name: 'trace-of-deliveries',
    text: `
      select k."applicationId", k."runId", k.seq, coalesce(m.data ->> 'trace', r.trace) as trace, r.channel, m.message_id as "messageId"
      from jsonb_to_recordset($1::jsonb) as k("applicationId" uuid, "runId" uuid, seq int)
      join run r on r.application_id = k."applicationId" and r.run_id = k."runId"
      left join message m on m.application_id = k."applicationId" and m.run_id = k."runId" and m.seq = k.seq
      where coalesce(m.data ->> 'trace', r.trace) is not null`,
    values: [JSON.stringify(keys.map(({ applicationId, runId, seq }) => ({ applicationId, runId, seq })))],
  })
  return rows
}
