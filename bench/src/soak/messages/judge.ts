import type { MailCounter } from '@notifly/server/testing/channels/mail-counter'
import { ATTEMPT, STATE } from '@notifly/server/engine/states'
import { type BenchDatabase, numberOf } from '../../harness/postgres.ts'
import { type Promises, printPromises } from '../promises.ts'
import type { Endpoint } from './endpoint.ts'

interface Found {
  database: BenchDatabase
  applicationId: string
  /** By address the id that was answered. */
  accepted: ReadonlyMap<string, string>
  receiver: MailCounter
  endpoint: Endpoint
}

/** Reports each promise. Returns whether all were kept. */
export async function judge(say: (line: string) => void, found: Found): Promise<boolean> {
  const { database, applicationId, accepted, receiver, endpoint } = found
  const { recipients } = await receiver.report()
  const ids = [...accepted.values()]
  const count = (query: string) => numberOf(database, query, applicationId)
  const stored = await count('select count(*) from message where application_id = $1')
  const { rows: known } = await database.pool.query<{ id: string }>(
    'select message_id as id from message where application_id = $1 and message_id = any($2::uuid[])',
    [applicationId, ids],
  )
  const sent = await count(`select count(*) from delivery where application_id = $1 and state = ${STATE.sent}`)
  const lost = [...accepted.keys()].filter(address => recipients[address] === undefined)
  const doubled = Object.entries(recipients).filter(([, mails]) => mails > 1)
  const doubtful = await addressesInDoubt(found)
  const unmarked = doubled.filter(([address]) => !doubtful.has(address))
  const untold = ids.filter(id => !endpoint.events.has(id))
  const severalIds = [...endpoint.events.values()].filter(events => new Set(events).size > 1)
  const again = [...endpoint.events.values()].reduce((sum, events) => sum + events.length - 1, 0)
  const promises: Promises = [
    [`accepted ${accepted.size}, of those not stored ${ids.length - known.length}`, known.length === ids.length],
    [`stored more than once ${stored - ids.length}`, stored === ids.length],
    [`recorded as sent ${sent}, accepted and not arrived ${lost.length}`, sent === ids.length && lost.length === 0],
    [`arrived more than once ${doubled.length}, of those not marked ${unmarked.length}`, unmarked.length === 0],
    [`sent and the webhook not told ${untold.length}`, untold.length === 0],
    [`told again ${again}, with another id ${severalIds.length}`, severalIds.length === 0],
  ]
  return printPromises(say, promises)
}

/** Addresses whose message was being sent when its worker died, so that it may have been sent twice. */
async function addressesInDoubt({ database, applicationId }: Found): Promise<ReadonlySet<string>> {
  const { rows } = await database.pool.query<{ address: string }>(
    `select distinct d.address from attempt a join delivery d using (application_id, run_id, seq)
     where a.application_id = $1 and a.outcome = ${ATTEMPT.inDoubt}`,
    [applicationId],
  )
  return new Set(rows.map(row => row.address))
}
