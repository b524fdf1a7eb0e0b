/** Starts the roles asked for, and stops them in reverse order on SIGINT or SIGTERM. */
import { ConfigError, readConfig, type Config } from './config.ts'
import { startCourse } from './features/runs/course.ts'
import { StartError } from './lib/start-error.ts'
import { createLog } from './lib/log.ts'
import { announce } from './roles/announce.ts'
import { startApi } from './roles/api.ts'
import { startBounces } from './roles/bounces.ts'
import { prepare, type Installation } from './roles/prepare.ts'
import { startSandboxProcess } from './roles/sandbox.ts'
import { startScheduler } from './roles/scheduler.ts'
import { startWorkers } from './roles/workers.ts'

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const stops: (() => Promise<void>)[] = []
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => (stopping ??= stopAll(stops))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().then(() => process.exit(0)))
  try {
    const installation = await prepare(config, log, stops)
    await startRoles(config, installation, stops)
    if (stopping === null) announce(config, log)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startRoles(config: Config, installation: Installation, stops: (() => Promise<void>)[]): Promise<void> {
  const bounces = config.roles.has('scheduler') ? await startBounces(config, installation) : null
  if (bounces !== null) stops.push(bounces.stop)
  if (config.sandbox.on) stops.push(await startSandboxProcess(config, installation, bounces?.port ?? null))
  if (config.roles.has('api')) stops.push(await startApi(config, installation))
  if (config.roles.has('scheduler')) {
    stops.push(await startScheduler(config, installation))
    stops.push(startCourse(installation))
  }
  if (config.roles.has('worker')) stops.push(await startWorkers(config, installation))
}

async function stopAll(stops: (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops.toReversed()) await stop()
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof StartError) process.stderr.write(`\n${error.message}\n\n`)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
})
