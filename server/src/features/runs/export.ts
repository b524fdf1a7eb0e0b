/** Exports recipients as CSV, written while they are read: memory stays constant whatever the run's size. */
import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { listRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { printCsvRow } from '@notifly/contracts/csv'
import { csvHeader, printedRows } from '../../http/send-csv.ts'
import { selectRecipientsAfter, type RecipientRow, type RecipientsQuery } from './recipient-queries.ts'
import { presentRecipient } from './recipients.ts'
import type { RunIds } from './run-queries.ts'

const HEADER = [
  'delivery_id',
  'run',
  'contact_uuid',
  'name',
  'email',
  'phone_number',
  'device',
  'status',
  'status_code',
  'reason',
  'detail',
  'attempts',
  'sent_on',
  'delivered_on',
  'opened_on',
  'clicked_on',
  'unsubscribed_on',
  'dismissed_on',
  'last_event_on',
  'variant',
  'test_group',
  'conversions',
  'converted_on',
  'revenue',
]

/** Run by run, in the order of the list; times in ISO 8601, UTC. */
export async function* exportRecipients(
  deps: Deps,
  runs: readonly RunIds[],
  query: Omit<RecipientsQuery, 'runIds'>,
): AsyncGenerator<string> {
  yield csvHeader(HEADER)
  for (const run of runs) {
    const read = (last: RecipientRow | null, limit: number) =>
      listRead(deps.database.kysely, query.applicationId, tx =>
        selectRecipientsAfter(tx, { ...query, runIds: [run.run_id] }, last?.seq ?? 0, limit),
      )
    yield* printedRows(read, row => print(run, row, query.now))
  }
}

function print(run: RunIds, row: RecipientRow, now: Date): string {
  const recipient = presentRecipient(row, { channel: run.channel, startedAt: run.started_at ?? run.opens_at, now })
  return printCsvRow([
    recipient.uuid,
    run.name,
    recipient.contact_uuid,
    recipient.name,
    recipient.email ?? '',
    recipient.phone_number ?? '',
    recipient.device ?? '',
    recipient.current_status,
    String(recipient.status_code),
    recipient.reason_text ?? '',
    recipient.detail ?? '',
    String(recipient.attempts),
    ...[
      row.sent_at,
      row.delivered_at,
      row.opened_at,
      row.clicked_at,
      row.unsubscribed_at,
      row.dismissed_at,
      row.last_event_at,
    ].map(at => at?.toISOString() ?? ''),
    recipient.variant === null ? '' : variantLetter(recipient.variant),
    recipient.test_group ?? '',
    String(row.conversions),
    row.converted_at?.toISOString() ?? '',
    row.revenue,
  ])
}
