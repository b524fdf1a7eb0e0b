/**
 * `npm run rehearse -- <folder>`: restores a backup beside the data directory, upgrades it to this release, prints how long each step takes
 * with this data, and removes it again. The installation is not touched, and nothing is sent, since no process of the product starts.
 */
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { readConfig } from '../config.ts'
import { removeRestored } from '../db/backup/restore-cluster.ts'
import { restoreBackup } from '../db/backup/restore-backup.ts'
import { migrate } from '../db/migrate.ts'
import { StartError } from '../lib/start-error.ts'
import { VERSION } from '../lib/version.ts'
import { passphraseOf } from './passphrase.ts'
import { commandLog, runCommand, say, seconds } from './run-command.ts'

await runCommand(async () => {
  const [name, ...others] = process.argv.slice(2)
  if (name === undefined || others.length > 0) throw new StartError('Usage: npm run rehearse -- <folder of a backup>')
  const config = readConfig()
  const scratch = join(dirname(config.dataDir), `.notifly-rehearsal-${process.pid}`)
  try {
    const { version } = await restoreBackup({
      folder: resolve(name),
      passphrase: passphraseOf(config),
      dataDir: scratch,
      // A dump is restored into the database that the settings name for it, and stays there.
      databaseUrl: config.databaseUrl,
      masterSecret: null,
      until: null,
      archiveDir: null,
      log: commandLog,
      finish: ({ connectionString }) => rehearse(connectionString),
    })
    say(`A database of version ${version} can be brought up to version ${VERSION}.`)
  } finally {
    await removeRestored(scratch)
  }
})

async function rehearse(connectionString: string): Promise<void> {
  const startedAt = performance.now()
  const ran = await migrate(connectionString, undefined, (migration, tookMs) =>
    say(`${(tookMs / 1000).toFixed(2).padStart(9)} s  ${migration}`),
  )
  if (ran.length === 0) say('Nothing to do: the backup has all migrations of this release.')
  else say(`${ran.length} migrations in ${seconds(startedAt)}.`)
}
