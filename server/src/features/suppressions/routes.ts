import * as api from '@notifly/contracts/suppressions/suppressions'
import { listRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, pagedRoute, rawRoute, route } from '../../http/route.ts'
import { csvHeader, printedRows, sendCsv } from '../../http/send-csv.ts'
import { addressKey } from '../../lib/addresses.ts'
import { printCsvRow } from '@notifly/contracts/csv'
import { commandRoute } from '../approvals/approvals.ts'
import * as commands from './commands.ts'
import { importSuppressions } from './import-list.ts'
import {
  selectSuppressionsAfter,
  type SuppressionFilter,
  type SuppressionRow,
} from '../../people/suppressions/suppressions.ts'
import { addSuppression, filterOf, listSuppressions } from './suppressions.ts'

export function suppressionRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  pagedRoute(http, api.listSuppressions, ({ query, caller }) => listSuppressions(db, caller.applicationId, query))

  route(http, api.addSuppression, ({ body, caller }) => addSuppression(deps, caller, body))

  commandRoute(http, deps, api.removeSuppression, commands.removeSuppression, ({ query }) => ({
    channel: query.channel,
    address: addressKey(query.channel, query.address) ?? query.address,
    removal_reason: query.reason,
  }))

  route(http, api.importSuppressions, ({ query, caller, request }) => importSuppressions(deps, caller, request, query))

  rawRoute(http, api.exportSuppressions, ({ query, caller, reply }) =>
    sendCsv(reply, 'suppression-list.csv', printed(filterOf(caller.applicationId, query))),
  )

  async function* printed(filter: SuppressionFilter): AsyncGenerator<string> {
    yield csvHeader(['channel', 'address', 'reason', 'note', 'added_on', 'added_by'])
    const read = (last: SuppressionRow | null, limit: number) =>
      listRead(db, filter.applicationId, tx => selectSuppressionsAfter(tx, filter, last, limit))
    yield* printedRows(read, printRow)
  }
}

function printRow({ channel, address_key, reason, detail, created_at, added_by_name }: SuppressionRow): string {
  const text = [channel, address_key, reason, detail ?? '', created_at.toISOString(), added_by_name ?? '']
  return printCsvRow(text)
}
