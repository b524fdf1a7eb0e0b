/** Recipients as the wire shows them. */
import type { Recipient } from '@notifly/contracts/deliveries'
import { reasonNumber } from '../../delivery/reasons.ts'
import { STATE } from '../../delivery/states.ts'
import { epochSeconds } from '../../lib/clock.ts'
import type { RecipientRow } from './recipient-queries.ts'
import { currentStatus, reasonWords, statusCode } from './statuses.ts'

/** `startedAt`: of the run; those who were skipped at once have no moment of their own. */
export function presentRecipient(row: RecipientRow, startedAt: Date, now: Date): Recipient {
  const current = currentStatus({
    state: row.state,
    reason: row.reason,
    openedAt: row.opened_at,
    clickedAt: row.clicked_at,
    unsubscribedAt: row.unsubscribed_at,
    isLeased: row.is_leased === true,
    waitsForMoment: row.attempts === 0 && row.due_at !== null && row.due_at > now,
  })
  return {
    uuid: `${row.run_id}.${row.seq}`,
    contact_uuid: row.contact_id,
    name: nameOf(row),
    email: row.address === '' ? row.email : row.address,
    phone_number: row.phone_number,
    current_status: current,
    status_code: statusCode(current, row.reason),
    ...reasonWords(row.reason),
    detail: detailOf(row),
    attempts: row.attempts,
    opened: row.opened_at !== null,
    clicked: row.clicked_at !== null,
    last_event_on: row.last_event_at === null ? null : epochSeconds(row.last_event_at),
    status: momentsOf(row, startedAt),
    ...groupOf(row),
  }
}

/** Whoever was skipped before the winner was known gets no variant. */
function groupOf({ variant, is_tested, winner, state }: RecipientRow): Pick<Recipient, 'variant' | 'test_group'> {
  if (!is_tested || (variant === 0 && state === STATE.skipped)) return { variant: null, test_group: null }
  return variant === 0 ? { variant: winner, test_group: 'rest' } : { variant, test_group: 'test' }
}

export function nameOf(row: Pick<RecipientRow, 'first_name' | 'last_name'>): string {
  return [row.first_name, row.last_name].filter(part => part !== null && part !== '').join(' ')
}

/** The field of a message that could not be written, else what the provider said when it did not take the message. */
function detailOf(row: RecipientRow): string | null {
  if (row.reason === reasonNumber('render_error')) return row.attempt_reason
  const wasTaken = row.sent_at !== null && row.attempt_reason === null
  return wasTaken ? null : row.answer
}

function momentsOf(row: RecipientRow, startedAt: Date): Record<string, number> {
  const moments: [string, Date | null][] = [
    ['sent', row.sent_at],
    ['delivered', row.delivered_at],
    ['opened', row.opened_at],
    ['clicked', row.clicked_at],
    ['unsubscribed', row.unsubscribed_at],
  ]
  const end = currentStatus({
    state: row.state,
    reason: row.reason,
    openedAt: null,
    clickedAt: null,
    unsubscribedAt: null,
    isLeased: false,
    waitsForMoment: false,
  })
  const isEnd = row.state !== STATE.sent && row.state !== STATE.delivered
  if (isEnd) moments.push([end, row.state === STATE.pending ? startedAt : (row.last_event_at ?? startedAt)])
  return Object.fromEntries(moments.flatMap(([name, at]) => (at === null ? [] : [[name, epochSeconds(at)]])))
}
