import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { INSERT_IMPORT, runInsert, WATCH_IMPORT, watchInsert, type WatchedImport } from './insert/insert.ts'
import { EXPIRE_IMPORT, expireImport } from './progress.ts'
import type { ImportKey } from './queries.ts'

export function importJobs(deps: Deps): JobHandlers {
  return {
    [INSERT_IMPORT]: { long: payload => runInsert(deps, payload as ImportKey) },
    [WATCH_IMPORT]: payload => watchInsert(deps, payload as WatchedImport),
    [EXPIRE_IMPORT]: payload => expireImport(deps, payload as ImportKey),
  }
}
