/** Providers that refuse, jobs that fail, and counters that are wrong. */
import { type SmtpScript, startMisbehavingSmtp } from '@notifly/server/testing/channels/misbehaving-smtp'
import { openRun } from '@notifly/server/testing/engine/world'
import { connectMail, whenDone } from '../../../campaign/application.ts'
import { type AlarmCase, followLog, readStatus, until, untilIssue } from '../ground.ts'
import type { Site } from '../site.ts'

const UNKNOWN = 'no such user'

const providerBlocked: AlarmCase<Site> = {
  alarm: 'NotiflyProviderBlocked',
  async cause(site) {
    const { call, mail, newShop, postgres } = site
    // Takes connections, and says nothing: as behind a firewall.
    const silent = await startMisbehavingSmtp({ greeting: () => undefined })
    const { applicationId, token } = await newShop({ contacts: 2000, port: silent.port })
    const { runId } = await openRun(postgres.database, applicationId)
    return {
      look: async () => {
        const issue = await untilIssue(site, 'lane_blocked')
        const { lanes } = await readStatus(site)
        const lane = lanes.find(each => each.application_uuid === applicationId)
        if (!lane?.blocked_reason) throw new Error('System status has no reason')
        if ((await site.prometheus.ringing()).has('NotiflyStalled')) throw new Error('NotiflyStalled rings, too')
        return `${issue}, with the application and the reason "${lane.blocked_reason}"`
      },
      mend: async () => {
        await connectMail({ call }, token, { port: mail.port }, 'PUT')
        await whenDone(postgres.database, runId)
        await silent.close()
      },
    }
  },
}

/** Half of the people of a list have left their addresses. */
const HALF_UNKNOWN: SmtpScript = {
  ehlo: '250-mail.example\r\n250-AUTH PLAIN LOGIN\r\n250-PIPELINING\r\n250 ENHANCEDSTATUSCODES',
  rcpt: (session, line) => {
    const isKnown = /[02468]@/.test(line)
    session.notes[isKnown ? 'delete' : 'add'](UNKNOWN)
    return isKnown ? '250 2.1.5 ok' : `550 5.1.1 ${UNKNOWN}`
  },
  data: session => (session.notes.has(UNKNOWN) ? '554 5.5.1 no valid recipients' : '354 go ahead'),
}

const manyFailures: AlarmCase<Site> = {
  alarm: 'NotiflyManyFailures',
  async cause(site) {
    const { call, newShop, postgres } = site
    const refusing = await startMisbehavingSmtp(HALF_UNKNOWN)
    const shop = { contacts: 20_000, port: refusing.port, messagesPerSecond: 100 }
    const { applicationId, token } = await newShop(shop)
    const { campaignId } = await openRun(postgres.database, applicationId)
    return {
      look: async () => {
        await until('the page Logs has the refusals', async () => {
          const entries = await call<{ channel_response: string }[]>(token, 'GET', '/api/logs?kind=outgoing')
          return entries.some(entry => entry.channel_response.includes(UNKNOWN))
        })
        return 'page Logs of the application: 550 5.1.1'
      },
      mend: async () => {
        await call(token, 'POST', '/api/notifications/schedule/email/pause', { uuid: campaignId })
        await refusing.close()
      },
    }
  },
}

async function sentRun({ newShop, postgres }: Site, contacts: number) {
  const { applicationId } = await newShop({ contacts })
  const { runId } = await openRun(postgres.database, applicationId)
  await whenDone(postgres.database, runId)
  return { applicationId, runId }
}

const RECOUNT = '/api/operator/counters'

const failedJobs: AlarmCase<Site> = {
  alarm: 'NotiflyFailedJobs',
  async cause(site) {
    const { call, postgres, token } = site
    const { database } = postgres
    const { applicationId, runId } = await sentRun(site, 10)
    const log = followLog(site)
    await database.pool.query('revoke all on run_counter from current_user')
    await call(token, 'POST', RECOUNT, { application_uuid: applicationId, run_uuid: runId })
    // Ten attempts take hours: their waits are left out.
    await until('the job has failed for good', async () => {
      await database.pool.query('update graphile_worker._private_jobs set run_at = now() where attempts > 0')
      return (await readStatus(site)).jobs.failed > 0
    })
    return {
      look: async () => {
        const line = await log('operator.rebuild-counters', 'permission denied for table run_counter')
        return `${await untilIssue(site, 'failed_jobs')}; ${line}`
      },
      mend: async () => {
        await database.pool.query('grant all on run_counter to current_user')
        await call(token, 'POST', '/api/operator/jobs')
        await until('the job has run', async () => (await readStatus(site)).jobs.failed === 0)
      },
    }
  },
}

const wrongCounters: AlarmCase<Site> = {
  alarm: 'NotiflyWrongCounters',
  async cause(site) {
    const { call, postgres, token } = site
    const log = followLog(site)
    const { applicationId, runId } = await sentRun(site, 50)
    await postgres.database.pool.query('update run_counter set n = n + 5 where run_id = $1', [runId])
    return {
      look: async () => `${await untilIssue(site, 'counters_off')}; ${await log('counters of a run are off', runId)}`,
      mend: async () => {
        await call(token, 'POST', RECOUNT, { application_uuid: applicationId, run_uuid: runId })
      },
    }
  },
}

export const CAMPAIGN_CASES: readonly AlarmCase<Site>[] = [providerBlocked, manyFailures, failedJobs, wrongCounters]
