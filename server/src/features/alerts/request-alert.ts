/**
 * Alerts about requests for approval: to approvers when a request needs a decision and when it is decided, and to its maker about the
 * outcome.
 */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Deps } from '../../http/deps.ts'
import { withoutAddresses } from '../../lib/addresses.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { levelsOf } from '../roles/roles.ts'
import { REQUEST_ALERT, RequestAlert } from './alert-job.ts'
import { sendAlert } from './send.ts'
import { selectAsked, selectPeople, selectRequest } from './subject-queries.ts'
import { ALERT_WORDS, type AlertWords, filled, localeOf } from './words/words.ts'

/** Skips a request that has been decided, and people who left or may no longer see it. */
export async function sendRequestAlert(deps: Deps, limit: RateLimit, given: unknown): Promise<void> {
  const { again, ...payload } = RequestAlert.parse(given)
  const { application_id: applicationId, approval_id: approvalId, kind, asked_at: askedAtMs } = payload
  const db = deps.database.kysely
  const request = await selectRequest(db, applicationId, approvalId)
  if (request === undefined) return
  const asked = kind === 'asked' ? await selectAsked(db, applicationId, approvalId) : null
  const isApprover = kind === 'asked' || kind === 'over'
  const people = (await selectPeople(db, request.organization_id, payload.account_ids))
    .filter(({ accountId }) => asked === null || asked.has(accountId))
    .filter(({ permissionSet }) => !isApprover || approves(permissionSet, request.activity))
    .map(({ accountId, locale }) => ({ accountId, locale: localeOf(locale) }))
  const alert = {
    applicationId,
    kind: isApprover ? ('requests' as const) : ('decisions' as const),
    subjectId: approvalId,
    people,
    write: (locale: Locale) => ({
      ...textOf(ALERT_WORDS[locale], kind, request),
      path: `/applications/${applicationId}/settings/approvals#request-${approvalId}`,
    }),
    isQuiet: kind === 'over',
    ...(askedAtMs !== undefined && { until: new Date(askedAtMs) }),
  }
  await sendAlert(deps, limit, alert, { name: REQUEST_ALERT, payload, again })
}

function approves(permissionSet: unknown, activity: number): boolean {
  const levels = levelsOf(permissionSet)
  return [...levels].some(([id, { approve }]) => id === activity && approve)
}

type RequestFacts = NonNullable<Awaited<ReturnType<typeof selectRequest>>>

function textOf(words: AlertWords, kind: RequestAlert['kind'], request: RequestFacts): { title: string; body: string } {
  const { activity, title, application, maker, approver } = request
  const values = {
    by: (kind === 'asked' ? maker : approver) ?? '',
    title: withoutAddresses(title),
    application,
  }
  // Requests on contacts are named by the person: an alert can be read by bystanders, so it leaves the name out.
  const isNamed = activity !== ACTIVITY.audience
  return {
    title: filled(words[headingOf(kind, request)], values),
    body: filled(isNamed ? words.named : words.unnamed, values),
  }
}

function headingOf(kind: RequestAlert['kind'], { status, approver }: RequestFacts): keyof AlertWords {
  if (kind === 'over' && status === 0) return 'raised'
  if (kind === 'approved' && approver === null) return 'approvedByDeadline'
  return kind === 'rejected' && approver === null ? 'rejectedByDeadline' : kind
}
