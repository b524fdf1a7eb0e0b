import * as api from '@notifly/contracts/suppressions/suppressions'
import { Readable } from 'node:stream'
import { listRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, pagedRoute, rawRoute, route } from '../../http/route.ts'
import { addressKey } from '../../lib/addresses.ts'
import { begun } from '../../lib/begun.ts'
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

const ROWS_AT_ONCE = 1000

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

  rawRoute(http, api.exportSuppressions, async ({ query, caller, reply }) => {
    const lines = await begun(printed(filterOf(caller.applicationId, query)))
    return reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="suppression-list.csv"')
      .header('Cache-Control', 'private, no-store')
      .send(Readable.from(lines))
  })

  async function* printed(filter: SuppressionFilter): AsyncGenerator<string> {
    yield `\uFEFF${printCsvRow(['channel', 'address', 'reason', 'note', 'added_on', 'added_by'])}`
    let last: SuppressionRow | null = null
    for (;;) {
      const rows: SuppressionRow[] = await listRead(db, filter.applicationId, tx =>
        selectSuppressionsAfter(tx, filter, last, ROWS_AT_ONCE),
      )
      if (rows.length > 0) yield rows.map(printRow).join('')
      last = rows.at(-1) ?? null
      if (rows.length < ROWS_AT_ONCE) return
    }
  }
}

function printRow({ channel, address_key, reason, detail, created_at, added_by_name }: SuppressionRow): string {
  const text = [channel, address_key, reason, detail ?? '', created_at.toISOString(), added_by_name ?? '']
  return printCsvRow(text)
}
