import { setTimeout as delay } from 'node:timers/promises'
import { COMMANDS, jobHandlers, reportingOf } from '../background.ts'
import { noteSent } from '../engine/upkeep/note-sent-queries.ts'
import { decideDueTests } from '../engine/ab-tests/ab-test.ts'
import { alertOfTroubles } from '../features/alerts/alerts.ts'
import { decideOverdue } from '../features/approvals/escalate.ts'
import { attributeDueEvents } from '../engine/goals/goals.ts'
import { settleLog } from '../engine/log/log-writer.ts'
import { startHousekeeping } from '../engine/upkeep/housekeeping.ts'
import { startSampling } from '../features/runs/course.ts'
import { announceHook, compareDue, deleteOldEvents } from '../features/billing/billing.ts'
import { scheduledBackups, startArchiving } from '../features/backups/backups.ts'
import { runDueCampaigns } from '../features/campaigns/clock/due.ts'
import { sendDueSummaries } from '../features/dashboards/summaries/summaries.ts'
import { bounceMailTaker, pruneReports, retryReports } from '../features/hooks/hooks.ts'
import { moveImagesOfEarlierReleases, dropUnshownImages } from '../features/images/images.ts'
import { handOverOpenTickets } from '../features/support/hand-over.ts'
import { releaseHeldCampaigns, sendUsageNotices } from '../features/usage/usage.ts'
import { startDispatching } from '../features/webhooks/dispatch/dispatching.ts'
import { deleteExpiredMedia } from '../features/whatsapp-templates/media.ts'
import { startJobs } from '../jobs/run-jobs.ts'
import { dropOldReceipts, foldEventCounts } from '../people/events/upkeep.ts'
import { foldLateGrowth } from '../people/contacts/growth.ts'
import { dropExpired } from '../people/sign-ups/sign-ups.ts'
import type { Log } from '../lib/log.ts'
import { type Installation, openInstallation } from './installation.ts'
import type { RoleOrder, RunningRole } from './role-messages.ts'
import { startBounceListener } from '../channels/email/bounce-listener.ts'
import { StartError } from '../lib/start-error.ts'

/** Interval at which due campaigns, overdue requests for approval and sent messages to note are looked for. */
const TICK_MS = 1000
/** Counts of events that are not folded make reading them slower. */
const FOLD_MS = 10_000
/** How soon people are told of a campaign that does not send. */
const TROUBLE_MS = 10_000
const MINUTE_MS = 60_000
/** How soon campaigns that wait for an upgrade continue, and people are told of usage. */
const RELEASE_MS = 10_000
const NOTICE_MS = 10 * MINUTE_MS
/** How soon after the first start with a new archive its first backup is taken. */
const BACKUP_MS = 10_000
const HOUR_MS = 3_600_000

const MAX_CONNECTIONS = 16

/** Runs everything that happens on a schedule or in the background, and listens for bounces. `opened`: see runApi. */
export async function runScheduler(order: RoleOrder, opened?: Installation): Promise<RunningRole> {
  const installation = opened ?? (await openInstallation('scheduler', order, { maxConnections: MAX_CONNECTIONS }))
  const bounces = await startBounces(installation, order.bouncePort)
  const stopWork = await startWork(installation, order)
  const stopCourse = startSampling(installation)
  const stop = async (): Promise<void> => {
    await stopCourse()
    await stopWork()
    await bounces?.stop()
    await installation.close()
  }
  return { bouncePort: bounces?.port ?? null, stop }
}

/**
 * Runs background jobs, starts due campaigns, applies deadlines of requests, notes what was sent, retries reports that providers sent too
 * early, and sends webhooks. Resolves to a function that stops all of it and lets running work finish.
 */
async function startWork(installation: Installation, order: RoleOrder): Promise<() => Promise<void>> {
  const { config, database, queue = database, log } = installation
  const jobs = await startJobs(queue.pool, jobHandlers(installation), log)
  await handOverOpenTickets(installation)
  const campaigns = startTicking(() => runDueCampaigns(installation), 'due campaigns could not be read', log)
  const requests = startTicking(() => decideOverdue(installation, COMMANDS), 'deadlines could not be read', log)
  const notes = startTicking(() => noteSent(installation), 'what was sent could not be noted', log)
  const stopHousekeeping = startHousekeeping({
    ...installation,
    retentionDays: config.retentionDays,
    logDays: config.logs.days,
    eventDays: config.eventDays,
  })
  const tests = startTicking(() => decideDueTests(installation), 'tests whose time is over could not be read', log)
  const reporting = reportingOf(config)
  const reports = startTicking(() => retryReports(installation, reporting), 'reports could not be read again', log)
  const oldReports = startTicking(() => pruneReports(installation), 'old reports stay', log, HOUR_MS)
  const goneMedia = startTicking(() => deleteExpiredMedia(installation), 'gone media stay', log, HOUR_MS)
  const goals = startTicking(() => attributeDueEvents(installation), 'events for goals could not be read', log)
  const images = startTicking(() => dropUnshownImages(installation), 'deleted images stay', log, HOUR_MS)
  const olderImages = startTicking(
    () => moveImagesOfEarlierReleases(installation),
    'older images stay out of the library',
    log,
    HOUR_MS,
  )
  const summaries = startTicking(() => sendDueSummaries(installation), 'summaries stay', log, MINUTE_MS)
  const stopBilling = await startBilling(installation)
  const troubles = startTicking(() => alertOfTroubles(installation), 'troubles stay untold', log, TROUBLE_MS)
  const stopPeople = startPeopleUpkeep(installation)
  const stopBackups = startBackups(installation)
  const stopWebhooks = startDispatching({ ...order, config }, installation)
  return async () => {
    await Promise.all([
      stopWebhooks(),
      summaries.stop(),
      troubles.stop(),
      goals.stop(),
      stopBilling(),
      stopPeople(),
      stopBackups(),
      goneMedia.stop(),
      images.stop(),
      olderImages.stop(),
      oldReports.stop(),
      reports.stop(),
      tests.stop(),
      campaigns.stop(),
      requests.stop(),
      notes.stop(),
      stopHousekeeping(),
    ])
    await jobs.stop()
    await settleLog(database)
  }
}

/**
 * If plans are sold: keeps subscriptions in step with the payment provider, tells it where to report, continues campaigns that waited for a
 * larger plan, and tells people of usage. Campaigns that wait when billing is switched off continue at once.
 */
async function startBilling(installation: Installation): Promise<() => Promise<unknown>> {
  const { config, log } = installation
  const oldEvents = startTicking(() => deleteOldEvents(installation), 'old events of payments stay', log, HOUR_MS)
  if (config.billing === null) {
    while ((await releaseHeldCampaigns(installation)) > 0);
    return () => oldEvents.stop()
  }
  const works = [
    oldEvents,
    startTicking(() => compareDue(installation), 'subscriptions could not be compared', log, 10 * MINUTE_MS),
    startTicking(() => announceHook(installation), 'the sandbox does not know where to report payments', log, HOUR_MS),
    startTicking(() => releaseHeldCampaigns(installation), 'held campaigns wait', log, RELEASE_MS),
    startTicking(() => sendUsageNotices(installation), 'usage is not told', log, NOTICE_MS),
  ]
  return () => Promise.all(works.map(work => work.stop()))
}

/** Folds counts of contacts and events, and deletes expired sign-ups and old event ids. */
function startPeopleUpkeep({ database: { kysely: db }, clock, log }: Installation): () => Promise<unknown> {
  const works = [
    startTicking(() => foldLateGrowth(db, clock.now()), 'the growth of audiences stays in parts', log, HOUR_MS),
    startTicking(() => dropExpired(db, clock.now()), 'old sign-ups stay', log, HOUR_MS),
    startTicking(() => foldEventCounts(db), 'counts of events stay in parts', log, FOLD_MS),
    startTicking(() => dropOldReceipts(db, clock.now()), 'ids of old events stay', log, MINUTE_MS),
  ]
  return () => Promise.all(works.map(work => work.stop()))
}

/** Takes scheduled backups, and archives the database's write-ahead log. */
function startBackups(installation: Installation): () => Promise<unknown> {
  const { log } = installation
  const backups = scheduledBackups(installation)
  const archiving = startArchiving(installation)
  const taking = startTicking(() => backups.takeDue(), 'a backup could not be taken', log, BACKUP_MS)
  const archives = startTicking(() => archiving.archiveWaiting(), 'the log of the database is not archived', log)
  return () => {
    backups.stop()
    return Promise.all([taking.stop(), archives.stop()])
  }
}

/**
 * Repeats `work` with a pause after each time, or without one if `work` returned that there is more. A failure, such as an unreachable
 * database, is logged and does not stop it.
 */
function startTicking(
  work: () => Promise<unknown>,
  failure: string,
  log: Log,
  everyMs = TICK_MS,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const said = await work().catch((error: unknown) => log.error({ err: error }, failure))
      if (said === 'more') continue
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

export interface Bounces {
  /** The port on which it listens. */
  port: number
  stop(): Promise<void>
}

/** Listens on this port for bounces. Null without a bounce domain or a port: then only answers during the hand-over count. */
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
