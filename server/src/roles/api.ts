import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from '../app.ts'
import { checkContentFolder } from '../features/content/content.ts'
import { StartError } from '../lib/start-error.ts'
import { type Installation, openInstallation } from './installation.ts'
import { exportRestarts } from './export-restarts.ts'
import type { RoleOrder, RunningRole } from './role-messages.ts'

const MAX_CONNECTIONS = 20

/**
 * Serves API and dashboard. When stopped, it first fails `/readyz` for `drainSeconds`, then lets requests in progress finish.
 * `opened`: what it works with, if that is there already.
 */
export async function runApi(order: RoleOrder, opened?: Installation): Promise<RunningRole> {
  const installation = opened ?? (await openInstallation('api', order, { maxConnections: MAX_CONNECTIONS }))
  const { config, metrics } = installation
  const hearRestarts = exportRestarts(metrics)
  await checkContentFolder(config.contentDir, installation.log)
  const stopping = new AbortController()
  const app = await createApp(installation, { stopping: stopping.signal })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartError(
      `Port ${config.port} is in use. Stop what listens there, or choose another: PORT=3001 npm start`,
    )
  }
  const stop = async (): Promise<void> => {
    stopping.abort()
    await delay(config.drainSeconds * 1000)
    await app.close()
    await installation.close()
  }
  return { bouncePort: null, stop, hearRestarts }
}
