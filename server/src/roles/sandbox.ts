import { join } from 'node:path'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { readConfig } from '../config.ts'
import { StartError } from '../lib/start-error.ts'
import type { RoleOrder, RunningRole } from './role-messages.ts'

/**
 * Runs the sandbox. It behaves like the external services that it replaces: it shares nothing with the product but sockets. It reports
 * bounces and complaints to the port on which the product listens for them.
 */
export async function runSandbox({ bouncePort }: RoleOrder): Promise<RunningRole> {
  const { sandbox: settings, dataDir } = readConfig()
  try {
    const sandbox = await startSandbox({
      host: '127.0.0.1',
      port: settings.port,
      smtpPort: settings.smtpPort,
      dnsPort: settings.dnsPort,
      dataDir: join(dataDir, 'sandbox'),
      ...(bouncePort === null ? {} : { bounce: { host: '127.0.0.1', port: bouncePort } }),
    })
    return { bouncePort: null, stop: () => sandbox.stop() }
  } catch (error) {
    throw new StartError(`The sandbox could not start: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
