/** What the server answers to the wizard of an email campaign, as far as most tests care. */
import type { ApplicationStats, Channel } from '@notifly/contracts/applications/applications'
import type { Campaign, CampaignDraft, CampaignOutline, CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import type { FieldError } from '@notifly/contracts/errors'
import { english } from '@notifly/contracts/sentences/english'
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import { APPLICATION, type ApiStub, ok, ORGANIZATION, page, stubApi, user } from './api-stub.ts'

export const DRAFT = '0198c0de-0000-7000-8000-00000000d001'
export const SEGMENT = '0198c0de-0000-7000-8000-00000000e001'
export const WIZARD = `/applications/${APPLICATION}/notification/email`
export const POST_DRAFT = 'POST /api/notifications/draft/email'
export const PUT_DRAFT = 'PUT /api/notifications/draft/email'
export const CHECK = 'POST /api/notifications/check/email'
export const ESTIMATE = 'POST /api/notifications/estimate/email'
export const READ = 'GET /api/notifications/schedule/email'

export const stats: ApplicationStats = {
  application_uuid: APPLICATION,
  app_id: APPLICATION,
  slug: APPLICATION,
  name: 'Harbor & Pine',
  organization_uuid: ORGANIZATION,
  organization_name: 'Palmyra Retail',
  channels: { email: 'configured', sms: 'none', whatsapp: 'none', webpush: 'none', mobilepush: 'none' },
  reach: { email: 3000, sms: 0, whatsapp: 0, webpush: 0, mobilepush: 0 },
  contacts: 3000,
}
const segment = { uuid: SEGMENT, name: 'Active buyers', kind: 'static', count: 3000, created_on: 1, updated_on: 1 }

export function campaign(change: Partial<Campaign> = {}): Campaign {
  return {
    uuid: DRAFT,
    platform: 'email',
    campaignName: 'Weekly refill',
    status: 'draft',
    status_reason: null,
    status_reason_sentence: null,
    schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1, timezone: 'Asia/Kolkata' } },
    words: '',
    timezone: 'Asia/Kolkata',
    next_run: null,
    next_moments: null,
    paused_on: null,
    audience: { segment_uuids: [SEGMENT], exclude_segment_uuids: [] },
    audience_names: ['Active buyers'],
    recipients: null,
    sent: 0,
    delivered: null,
    counts: {},
    run_uuid: null,
    run_status: null,
    started_on: null,
    undo_until: null,
    updated_by: 'Asha Raman',
    updated_by_uuid: null,
    updated_on: Math.floor(Date.now() / 1000),
    emailSubject: 'Time for a refill',
    emailBody: '<p>Hello</p>',
    template_uuid: null,
    attachments: [],
    problems: [],
    next_runs: [],
    next_spans: null,
    ...change,
  }
}

/** What the server says of a field that keeps a campaign from being launched. */
export const launchError = (field: string, words: Sentence): FieldError => ({
  field,
  ...words,
  message: english(words),
})

const OUTLINE: CampaignOutline = {
  sender: 'Harbor & Pine <news@harbor.example>',
  reply_to: 'hello@harbor.example',
  link: 'https://harbor.example/refill',
}

/** What saving answers: nothing wrong, unless a test says what a launch would be refused for. */
export const answer = (launch_errors: FieldError[] = []) =>
  ok({ uuid: DRAFT, problems: [], outline: OUTLINE, launch_errors, updated_on: Math.floor(Date.now() / 1000) })

/** The same of a check that stores nothing. */
export const checked = (launch_errors: FieldError[] = [], problems: CampaignProblem[] = []) =>
  ok({ problems, outline: OUTLINE, launch_errors })

export function stubWizard(): ApiStub {
  return stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([stats]),
    [`GET /api/verticals/${APPLICATION}`]: () =>
      ok({
        uuid: APPLICATION,
        name: 'Harbor & Pine',
        timezone: 'Asia/Kolkata',
        quiet_from: '22:00',
        quiet_to: '08:00',
        utm: null,
      }),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/audience/segment': ({ query }) => (query.has('segment_uuid') ? ok(segment) : page([segment])),
    'GET /api/audience/merge-fields': () => ok([]),
    'GET /api/template': () => page([]),
    [ESTIMATE]: ({ body }) => {
      const { audience, schedule } = body as CampaignDraft
      const isChosen = audience?.all === true || (audience?.segment_uuids.length ?? 0) > 0
      const type = schedule?.message_type
      const date = type?.type === 1 && type.date ? type.date : 1_795_600_000
      return ok({
        matched: isChosen ? 3000 : 0,
        recipients: isChosen ? 2900 : 0,
        skipped: isChosen ? { suppressed_hard_bounce: 100 } : {},
        next_runs: [date - 3 * 3600],
        words: '',
      })
    },
    [CHECK]: () => checked(),
    [POST_DRAFT]: () => answer(),
    [PUT_DRAFT]: () => answer(),
    [READ]: ({ query }) => (query.has('uuid') ? ok(campaign()) : page([])),
    'GET /api/notifications/schedule/email/counts': () => ok({}),
  })
}

/** What was saved so far, laid over each other. */
export function savedParts(api: ApiStub): CampaignDraft {
  return api.asked
    .filter(({ path, method }) => path.endsWith('/draft/email') && method !== 'GET')
    .reduce<CampaignDraft>((all, { body }) => Object.assign(all, body as CampaignDraft), {})
}

/** What the server answers of a channel's draft, and what it says is missing. */
export function stubChannel(
  api: ApiStub,
  channel: Channel,
  content: Partial<Campaign>,
  missing: FieldError[] = [],
): void {
  const own = { emailSubject: undefined, emailBody: undefined, ...content }
  api.on(`GET /api/notifications/schedule/${channel}`, () => ok(campaign({ platform: channel, ...own })))
  api.on(`POST /api/notifications/check/${channel}`, () => checked(missing))
  api.on(`PUT /api/notifications/draft/${channel}`, () => answer(missing))
  api.on(`POST /api/notifications/estimate/${channel}`, () =>
    ok({ matched: 3000, recipients: 2900, skipped: { no_address: 100 }, next_runs: [], words: '', ab_test: null }),
  )
}
