/** The embedded database for a command: as it runs, or started for the time of the command. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { archiveSettings } from '../db/backup/archive-files.ts'
import { runningCluster } from '../db/backup/cluster-source.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { lockHolder } from '../db/embedded/start-lock.ts'
import { StartError } from '../lib/start-error.ts'
import { commandLog } from './run-command.ts'

/** Rejects with StartError where there is no data. */
export async function withEmbedded<T>(config: Config, work: (connectionString: string) => Promise<T>): Promise<T> {
  const { dataDir } = config
  const isRunning = (await lockHolder(join(dataDir, 'postgres', 'start.lock'))) !== undefined
  const running = isRunning ? await runningCluster(dataDir) : undefined
  if (running !== undefined) return work(running)
  if (!(await exists(join(dataDir, 'postgres')))) {
    throw new StartError(`There is no database in ${dataDir}. NOTIFLY_DATA_DIR names the data directory.`)
  }
  const server = await startEmbedded({ dataDir, log: commandLog, settings: archiveSettings(config) })
  try {
    return await work(server.connectionString)
  } finally {
    await server.stop()
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
