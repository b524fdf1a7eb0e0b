import { readInstallation, type Installation } from '@notifly/contracts/operator/installation'
import { readOperatorStatus, rebuildRunCounters, runFailedJobs } from '@notifly/contracts/operator/operator'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { rescheduleFailedJobs } from '../../jobs/jobs.ts'
import { VERSION } from '../../lib/version.ts'
import { readHookStanding } from '../billing/billing.ts'
import { createEngineState } from './engine-state.ts'
import { exportMetrics } from './metrics.ts'
import { presentStatus, requestRebuild, requireOperator } from './operator.ts'

export function operatorRoutes(http: Http, deps: Deps): void {
  const readState = createEngineState(deps)
  exportMetrics(deps.metrics, deps.log, readState)

  route(http, readInstallation, () => presentInstallation(deps.config))

  route(http, readOperatorStatus, async ({ caller }) => {
    await requireOperator(deps, caller)
    return presentStatus(await readState(), deps.config, await readHookStanding(deps))
  })

  route(http, rebuildRunCounters, async ({ body, caller }) => {
    await requireOperator(deps, caller)
    await requestRebuild(deps, body.application_uuid, body.run_uuid)
    deps.log.info({ accountId: caller.accountId, runId: body.run_uuid }, 'an operator asked for counters to be rebuilt')
  })

  route(http, runFailedJobs, async ({ caller }) => {
    await requireOperator(deps, caller)
    const count = await rescheduleFailedJobs(deps.database.kysely)
    deps.log.info({ accountId: caller.accountId, count }, 'an operator let failed jobs run again')
  })
}

function presentInstallation({ sandbox, billing, support }: Deps['config']): Installation {
  return {
    name: 'Notifly',
    version: VERSION,
    // Not "localhost": cookies know no ports, so the inbox would be sent those of the dashboard.
    sandbox_url: sandbox.on ? `http://127.0.0.1:${sandbox.port}` : null,
    sandbox_smtp: sandbox.on ? { host: '127.0.0.1', port: sandbox.smtpPort } : null,
    sandbox_warning: sandbox.byHand,
    billing: billing !== null,
    support_email: billing && support.mailbox,
  }
}
