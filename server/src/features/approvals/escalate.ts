/**
 * What deadlines do. A deadline is a row, not a timer: every tick reads which have passed, so none is lost in a restart, and several
 * processes may read at once.
 */
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { applyRequest } from './apply.ts'
import { selectApprovers } from './approver-queries.ts'
import type { CommandRegistry } from './command.ts'
import { APPROVAL_MAIL, clearApproverNotices, UNDECIDED_REASON, notifyApprovers, notifyMaker } from './notices.ts'
import {
  emptyDecided,
  endRequest,
  isTwoPeople,
  lockRequest,
  escalateRequest,
  type RequestKey,
  type RequestRow,
  selectOverdue,
} from './queries.ts'
import { recordDecision } from './perform.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { sendApprovalMail } from './approval-mail.ts'

// What a deadline does with an undecided request.
//
//     group 1 --reject--> rejected      group 1 --approve--> approved, or rejected where it cannot be applied
//     group 1 --raise--> group 2, one more deadline --> rejected
//
// A request that began in group 2, since group 1 has no approver for it, has nowhere to be raised to.

interface Overdue {
  /** The maker's role decides, as in SLA_OPTIONS. */
  option: number
  group: number
  /** Where every change needs two people, a deadline cannot stand in for the second. */
  twoPeople: boolean
}

export function onDeadline({ option, group, twoPeople }: Overdue): 'reject' | 'approve' | 'raise' {
  if (option === SLA_OPTIONS.reject) return 'reject'
  if (option === SLA_OPTIONS.approve && !twoPeople) return 'approve'
  return group === 1 ? 'raise' : 'reject'
}

const AT_ONCE = 100
const MINUTE_MS = 60_000
/** How long the contents of a decided request are kept. */
const KEPT_MS = 90 * 24 * 60 * MINUTE_MS

/**
 * Decides or raises every request whose deadline has passed, each in its own transaction, and deletes the contents of those that were
 * decided long ago. Returns how many it decided or raised.
 */
export async function decideOverdue(deps: Deps, commands: CommandRegistry): Promise<number> {
  let done = 0
  for (const key of await selectOverdue(deps.database.kysely, deps.clock.now(), AT_ONCE)) {
    try {
      if (await decideOne(deps, commands, key)) done++
    } catch (error) {
      // It stays overdue and is tried again; other requests must not wait for it.
      deps.log.error({ err: error, approvalId: key.approvalId }, 'a deadline could not be acted on')
    }
  }
  await emptyDecided(deps.database.kysely, new Date(deps.clock.now().getTime() - KEPT_MS), AT_ONCE)
  return done
}

async function decideOne(deps: Deps, commands: CommandRegistry, key: RequestKey): Promise<boolean> {
  try {
    return await onOverdue(deps, key, async (db, row) => {
      const twoPeople = await isTwoPeople(db, row.organization_id)
      const step = onDeadline({ option: row.sla_option, group: row.role_group, twoPeople })
      if (step === 'raise') return raise(deps, db, row)
      if (step === 'approve') await applyRequest(deps, commands, db, row)
      await end(deps, db, row, step === 'approve' ? null : sentence(UNDECIDED_REASON))
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The approved write cannot be applied: its transaction is rolled back, and the request is rejected for that reason.
    return onOverdue(deps, key, (db, row) => end(deps, db, row, error.sentence))
  }
}

/** Runs `work` on the request unless it was decided or raised meanwhile. */
function onOverdue(
  { database, clock }: Deps,
  key: RequestKey,
  work: (db: Db, row: RequestRow) => Promise<void>,
): Promise<boolean> {
  return database.kysely.transaction().execute(async db => {
    const row = await lockRequest(db, key)
    if (row === undefined || row.status !== 0 || row.due_at > clock.now()) return false
    await work(db, row)
    return true
  })
}

async function raise({ clock }: Deps, db: Db, row: RequestRow): Promise<void> {
  const now = clock.now()
  const key = { applicationId: row.application_id, approvalId: row.approval_id }
  // Counted from now, not from the deadline: after a long downtime group 2 would have no time left.
  await escalateRequest(db, key, new Date(now.getTime() + row.sla_minutes * MINUTE_MS))
  await recordDecision(db, bySla(row), 'approval.raise', { ...key, title: row.title, command: row.command }, now)
  await clearApproverNotices(db, key)
  const { organization_id: organizationId, activity, maker_id: exceptId } = row
  const approvers = await selectApprovers(db, { organizationId, activity, group: 2, exceptId })
  await notifyApprovers(db, { ...key, makerId: row.maker_id }, approvers, now)
}

/** Approves the request, or rejects it for this reason. */
async function end({ clock }: Deps, db: Db, row: RequestRow, reason: Sentence | null): Promise<void> {
  const now = clock.now()
  const key = { applicationId: row.application_id, approvalId: row.approval_id }
  const status = reason === null ? 1 : 2
  await endRequest(db, key, {
    status,
    decidedBy: 'sla',
    approverId: null,
    description: reason && storedWords(reason),
    now,
  })
  const decided = { ...key, title: row.title, command: row.command }
  await recordDecision(
    db,
    bySla(row),
    status === 1 ? 'approval.approve' : 'approval.reject',
    decided,
    now,
    reason && english(reason),
  )
  await clearApproverNotices(db, key)
  await notifyMaker(db, row, { kind: status === 1 ? 'approved' : 'rejected', byId: null }, now)
}

function bySla({ organization_id: organizationId, application_id: applicationId }: RequestRow) {
  return { organizationId, applicationId, actor: 'sla', origin: null } as const
}

/** Mails about requests that one person gets per hour, from all organizations; the dashboard shows all requests. */
const MAILS_AN_HOUR = 60

export function approvalJobs(deps: Deps): JobHandlers {
  const mails = createRateLimit(deps.database.pool, {
    name: 'approval-mail',
    attempts: MAILS_AN_HOUR,
    perSeconds: 3600,
  })
  return { [APPROVAL_MAIL]: payload => sendApprovalMail(deps, mails, payload) }
}
