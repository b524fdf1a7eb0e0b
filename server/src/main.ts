/**
 * The main process: prepares the database, starts a process for each role asked for, keeps all of them alive, and stops them
 * in reverse order on SIGINT or SIGTERM.
 */
import process from 'node:process'
import { ConfigError, readConfig, saveMemory } from './config.ts'
import { createLog } from './lib/log.ts'
import { collectAfterStart } from './lib/process/heap-flags.ts'
import { StartError } from './lib/start-error.ts'
import { announce } from './roles/announce.ts'
import { startCreatingPartitions } from './roles/create-partitions.ts'
import { prepare } from './roles/prepare.ts'
import { createRestartCounts, type RestartReason } from './roles/restarts.ts'
import { reportToStarter } from './roles/report-to-starter.ts'
import { startRoles } from './roles/start-roles.ts'
import { startWorkers } from './roles/workers.ts'

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  if (config.isSmall) saveMemory()
  const stops: (() => Promise<void>)[] = []
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => (stopping ??= stopAll(stops))
  const end = (): void => void stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  const restarts = createRestartCounts()
  const starter = reportToStarter({ onGone: end, onRestarts: (reason, count) => restarts.add('main', reason, count) })
  const onDatabaseUp = ({ pid, restart }: { pid: number; restart: RestartReason | undefined }): void => {
    starter.tell({ outside: pid })
    if (restart !== undefined) restarts.add('postgresql', restart)
  }
  try {
    const ground = await prepare({ config, log, onDatabaseUp }, stops)
    stops.push(startCreatingPartitions({ database: ground.database, log }))
    await startRoles({ config, log, ground, restarts, starter: starter.pid }, stops)
    if (config.roles.has('worker')) {
      const onRestart = (reason: RestartReason): void => restarts.add('worker', reason)
      stops.push(await startWorkers({ config, log, onRestart, starter: starter.pid }, ground))
    }
    if (stopping !== null) return
    announce(config, log)
    starter.tell('up')
    collectAfterStart()
  } catch (error) {
    await stop()
    throw error
  }
}

async function stopAll(stops: (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops.toReversed()) await stop()
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof StartError) process.stderr.write(`\n${error.message}\n\n`)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
})
