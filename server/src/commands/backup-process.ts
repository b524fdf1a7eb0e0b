/** `npm run backup -- <folder>`: takes a backup, whether the product runs or not. docs/operating.md, "Backups". */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { type Config, readConfig } from '../config.ts'
import { archiveIdOf } from '../db/backup/archive-files.ts'
import { clusterSource } from '../db/backup/cluster-source.ts'
import { megabytes } from '../db/backup/draft-folder.ts'
import { dumpSource } from '../db/backup/dump-source.ts'
import type { DatabaseSource } from '../db/backup/source.ts'
import { takeBackup } from '../db/backup/take-backup.ts'
import { StartError } from '../lib/start-error.ts'
import { strongPassphraseOf } from './passphrase.ts'
import { runCommand, say, seconds } from './run-command.ts'
import { withEmbedded } from './with-embedded.ts'

await runCommand(async () => {
  const [name, ...others] = process.argv.slice(2)
  if (name === undefined || others.length > 0) throw new StartError('Usage: npm run backup -- <new or empty folder>')
  const config = readConfig()
  const folder = resolve(name)
  const passphrase = strongPassphraseOf(config)
  const startedAt = performance.now()
  const { files, database, moment } = await withSource(config, async source =>
    takeBackup({
      ...{ folder, passphrase, source },
      masterSecret: await secretOf(config),
      archiveId: await archiveIdOf(config.dataDir),
    }),
  )
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  say(`${folder} has the database as of ${moment}.`)
  say(`${megabytes(database.bytes)} became ${megabytes(bytes)} in ${seconds(startedAt)}.`)
})

async function withSource<T>(config: Config, work: (source: DatabaseSource) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) return work(await dumpSource(databaseUrl))
  return withEmbedded(config, async connectionString => work(await clusterSource(dataDir, connectionString)))
}

async function secretOf({ secret, dataDir }: Config): Promise<string> {
  if (secret !== null) return secret
  const text = await readFile(join(dataDir, 'secret'), 'utf8').catch(() => '')
  if (text.trim() !== '') return text.trim()
  throw new StartError(`The secret of the installation is missing: ${join(dataDir, 'secret')} cannot be read.`)
}
