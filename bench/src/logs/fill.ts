/** Entries of the log, written by the database itself. */
import { dailyTables, ensureLeaves } from '@notifly/server/db/partitions'
import type { BenchDatabase } from '../harness/postgres.ts'

const DAY_MS = 86_400_000
/** As long as entries are kept, but for the day that is being dropped. */
const DAYS = 29
/** ensureLeaves makes room for so many days at once. */
const LEAVES = 8

/** Every hundredth entry is of this receiver, every fiftieth has this answer. */
export const RECEIVER = 'reader-00@mail.example'
export const RARE_WORD = 'greylisted'

/** Three in four went well; each kind and channel has its share. `keyId`: of calls by a program. */
export async function fillLog(
  { pool }: BenchDatabase,
  { applicationId, keyId, entries }: { applicationId: string; keyId: string; entries: number },
): Promise<void> {
  for (let days = DAYS; days > 0; days -= LEAVES) {
    await ensureLeaves({ pool }, new Date(Date.now() - days * DAY_MS), { tables: dailyTables })
  }
  await pool.query(FILL, [applicationId, keyId, entries, DAYS, RECEIVER, RARE_WORD])
  await pool.query('vacuum analyze log_entry')
}

const FILL = `
  insert into log_entry (application_id, entry_id, kind, channel, result, status, method, endpoint, current_status, source, receiver,
    key_id, response, payload)
  select $1, uuidv7(make_interval(secs => -i * ($4::float8 * 86400 / $3))), kind, case when kind <> 'api' then channel end, result,
    case result when 'ok' then 200 when '4xx' then 421 when '5xx' then 550 else 0 end, 'POST',
    case kind when 'api' then '/api/v1/contacts/' || i % 5000 when 'incoming' then '/hooks/twilio' else 'https://provider.example/v1/' || channel end,
    case result when 'ok' then 'sent' else 'bounced' end, 'provider',
    case when kind = 'api' then '' when i % 100 = 0 then $5 else 'reader-' || i % 70000 || '@mail.example' end,
    case when kind = 'api' then $2::uuid end,
    case when i % 50 = 0 then '451 4.7.1 ' || $6 else '{"id":"' || md5(i::text) || '"}' end,
    '{"to":"reader-' || i || '@mail.example","text":"' || repeat(md5((i + 1)::text) || ' ', 14) || '"}'
  from (select i, (array['outgoing', 'outgoing', 'outgoing', 'incoming', 'api'])[1 + i % 5] as kind,
    (array['email', 'sms', 'whatsapp', 'webpush', 'mobilepush'])[1 + i / 5 % 5] as channel,
    (array['ok', 'ok', 'ok', 'ok', 'ok', 'ok', '4xx', '5xx'])[1 + i / 25 % 8] as result
    from generate_series(1, $3::int) i) e`
