import { readInstallation } from '@notifly/contracts/operator/product'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { VERSION } from '../../lib/version.ts'

export function installationRoutes(http: Http, { config }: Deps): void {
  const { sandbox } = config
  route(http, readInstallation, () => ({
    name: 'Notifly',
    version: VERSION,
    // Not "localhost": cookies know no ports, so the inbox would be sent those of the dashboard.
    sandbox_url: sandbox.on ? `http://127.0.0.1:${sandbox.port}` : null,
    sandbox_smtp: sandbox.on ? { host: '127.0.0.1', port: sandbox.smtpPort } : null,
    sandbox_warning: sandbox.byHand,
    billing: config.billing !== null,
    support_email: config.billing && config.support.mailbox,
  }))
}
