/** `npm run restore -- <folder> [--until=<moment>]`: restores a backup. docs/operating.md, "Backups". */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { restoreBackup } from '../db/backup/restore-backup.ts'
import { migrate } from '../db/migrate.ts'
import { markRestored } from '../db/restoration.ts'
import { StartError } from '../lib/start-error.ts'
import { passphraseOf } from './passphrase.ts'
import { commandLog, runCommand, say, seconds } from './run-command.ts'

const USAGE = 'Usage: npm run restore -- <folder of a backup> [--until=2026-11-28T12:00:00Z | --until=latest]'

/** ISO 8601 with an offset: without one, a time means a different instant on each machine. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { until: { type: 'string' } } })
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new StartError(USAGE)
  const config = readConfig()
  const { dataDir, databaseUrl, secret: masterSecret, backup } = config
  const startedAt = performance.now()
  let reached = ''
  await restoreBackup({
    ...{ dataDir, databaseUrl, masterSecret, archiveDir: backup.archiveDir, log: commandLog },
    folder: resolve(folder),
    passphrase: passphraseOf(config),
    until: values.until === undefined ? null : momentOf(values.until),
    finish: async ({ connectionString, moment }) => {
      await migrate(connectionString)
      await markRestored(connectionString, { moment, restoredAt: new Date() })
      reached = moment.toISOString()
    },
  })
  say(`Restored to ${reached} in ${seconds(startedAt)}, into ${databaseUrl === null ? dataDir : 'DATABASE_URL'}.`)
  say('At the next start, what may have been sent since then waits for you: see System status.')
})

/** The instant that `--until` names. */
function momentOf(text: string): Date | 'latest' {
  if (text === 'latest') return text
  const moment = new Date(text)
  if (!MOMENT.test(text) || Number.isNaN(moment.getTime())) {
    throw new StartError(`--until is "${text}"; it must be a moment such as 2026-11-28T12:00:00Z, or latest.`)
  }
  return moment
}
