import { startBounceListener } from '../channels/email/bounce-listener.ts'
import { reportingOf } from '../app.ts'
import { bounceMailTaker } from '../features/hooks/hooks.ts'
import { StartError } from '../lib/start-error.ts'
import type { Installation } from './installation.ts'

export interface Bounces {
  /** Where it really listens. */
  port: number
  stop(): Promise<void>
}

/**
 * Listens at this port for mails that come back. Null where no bounce domain or no port is set: then only answers during the hand-over
 * count.
 */
export async function startBounces(installation: Installation, smtpPort: number | null): Promise<Bounces | null> {
  const { config } = installation
  const { domain } = config.bounce
  if (domain === null || smtpPort === null) return null
  try {
    const listener = await startBounceListener({
      domain,
      port: smtpPort,
      host: config.bounce.smtpHost,
      onMail: bounceMailTaker(installation, reportingOf(config)),
    })
    return { port: listener.port, stop: () => listener.close() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartError(`Port ${smtpPort} is in use. Set NOTIFLY_BOUNCE_SMTP_PORT to another one.`)
  }
}
