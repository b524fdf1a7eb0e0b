import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { StartError } from '../lib/start-error.ts'
import type { Installation } from './prepare.ts'

/** Serves API and dashboard. Resolves to a stop that lets requests in progress finish. */
export async function startApi(config: Config, installation: Installation): Promise<() => Promise<void>> {
  const app = await createApp(installation)
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartError(
      `Port ${config.port} is in use. Stop what listens there, or choose another: PORT=3001 npm start`,
    )
  }
  return () => app.close()
}
