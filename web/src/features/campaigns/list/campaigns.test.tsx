import type { ApplicationStats } from '@notifly/contracts/applications/applications'
import type { CampaignRow, CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import type { Schedule } from '@notifly/contracts/schedules/schedules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { collectToasts } from '../../../testing/collect-toasts.ts'
import { pick } from '../../../testing/pick.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { FIRST_DAY } from '../../../components/lists/NoneInRange.tsx'
import { sharesOf } from '../../../components/display/shares.ts'
import { until } from '../../../testing/until.ts'
import { stats } from '../../../testing/wizard-stub.ts'

const LIST = `/applications/${APPLICATION}/notification`
const READ = 'GET /api/notifications/schedule'
const COUNTS = 'GET /api/notifications/schedule/counts'
const RUN = '0198c0de-0000-7000-8000-00000000b001'

function row(name: string, status: CampaignStatus, change: Partial<CampaignRow> = {}): CampaignRow {
  return {
    uuid: `0198c0de-0000-7000-8000-${name.padStart(12, '0').replaceAll(/[^0-9a-f]/gi, '0')}`.slice(0, 36),
    platform: 'email',
    campaignName: name,
    status,
    status_reason: null,
    status_reason_sentence: null,
    schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1 } },
    words: '',
    timezone: 'Asia/Kolkata',
    next_run: null,
    next_moments: null,
    paused_on: null,
    audience: { segment_uuids: [RUN], exclude_segment_uuids: [] },
    audience_names: ['Active buyers'],
    recipients: 3000,
    sent: 0,
    delivered: null,
    counts: {},
    run_uuid: null,
    run_status: null,
    started_on: null,
    undo_until: null,
    updated_by: 'Asha Raman',
    updated_by_uuid: null,
    updated_on: 1_795_000_000,
    ...change,
  }
}

const scheduled = row('aaa', 'scheduled', { next_run: 1_795_600_000 })
const running = row('bbb', 'executing', {
  run_uuid: RUN,
  sent: 1500,
  delivered: 1200,
  counts: { sent: 300, delivered: 1200, pending: 1500 },
  started_on: 1_795_000_000,
})
const draft = row('ccc', 'draft', { audience: null, audience_names: [], recipients: null, schedule: null })
const missed = row('ddd', 'failed', { status_reason: 'Not sent: There is no field "nickname".' })

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([] satisfies ApplicationStats[]),
    [`GET /api/verticals/${APPLICATION}`]: () =>
      ok({ uuid: APPLICATION, name: 'Shop', timezone: 'Asia/Kolkata', quiet_from: '22:00', quiet_to: '08:00' }),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    [READ]: ({ query }) =>
      query.get('status') === 'executing' ? page([running]) : page([scheduled, running, draft, missed]),
    [COUNTS]: () => ok({ scheduled: 1, executing: 1, draft: 1, failed: 1 }),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
})

async function open(address: string, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

describe('the list of campaigns', () => {
  test('holds all channels, narrows to one, and begins a campaign on any that is set up', async () => {
    const text = row('eee', 'draft', { platform: 'sms' })
    api.on(READ, ({ query }) => page(query.get('channel') === 'sms' ? [text] : [draft, text]))
    const channels = { email: 'configured', sms: 'configured', whatsapp: 'none', webpush: 'none', mobilepush: 'none' }
    api.on('GET /api/dashboard/application', () => ok([{ ...stats, channels }]))
    const { screen, address } = await open(LIST)
    await expect
      .element(screen.getByRole('link', { name: 'eee' }))
      .toHaveAttribute('href', expect.stringContaining('/notification/sms?draft='))
    await screen.getByRole('button', { name: 'New campaign' }).click()
    const menu = screen.getByRole('menu')
    await expect
      .element(menu.getByRole('menuitem', { name: 'SMS' }))
      .toHaveAttribute('href', expect.stringContaining('/notification/sms'))
    await expect
      .element(menu.getByRole('menuitem', { name: /WhatsApp.*Not set up/ }))
      .toHaveAttribute('href', expect.stringContaining('checkWhatsappConfigure=true'))
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: /^Channel/ }).click()
    await pick(screen.getByRole('menuitemcheckbox', { name: 'SMS' }))
    await until(() => expect(address()).toContain('channel=sms'))
    await expect.element(screen.getByRole('link', { name: 'ccc' })).not.toBeInTheDocument()
  })

  test('shows each with its status, moment, reason and figures, and counts them per tab', async () => {
    const { screen } = await open(LIST)
    const table = screen.getByRole('table')
    await expect.element(table.getByRole('link', { name: 'aaa' })).toBeInTheDocument()
    await expect.element(screen.getByText('4 campaigns · times shown in Asia/Kolkata')).toBeInTheDocument()
    await expect.element(table.getByText('Not sent: There is no field "nickname".')).toBeInTheDocument()
    await expect.element(screen.getByRole('link', { name: 'Scheduled 1' })).toBeInTheDocument()
    await expect.element(table.getByText('80.0%')).toBeInTheDocument()
    expect(await axeFindings()).toEqual([])
  })

  test('shows when what waits for approval would go out, and not when it was saved', async () => {
    const waits = { status: 'draft', approval_uuid: RUN } as const
    const days: Schedule = { message_type: { type: 3, days_of_week: [2] }, campaign_start_date: { type: 1 } }
    const rows = [row('aaa', 'draft', { ...waits, schedule: days }), row('bbb', 'draft', waits)]
    api.on(READ, () => page(rows))
    const { screen } = await open(LIST)
    const cellOf = (name: string) => screen.getByRole('row').filter({ hasText: name })
    await expect.element(cellOf('aaa').getByText('Once approved')).toBeVisible()
    await expect.element(cellOf('aaa').getByText(/^Every Monday /)).toBeVisible()
    await expect.element(cellOf('bbb').getByText('One time')).toBeVisible()
    expect(screen.getByText('Last saved').elements()).toEqual([])
  })

  test('shows the run that goes on with its numbers, also where nothing can be streamed', async () => {
    const { screen } = await open(LIST)
    const card = screen.getByRole('region', { name: 'Running now: bbb' })
    await expect.element(card.getByText('of 3,000 done')).toBeInTheDocument()
    await expect.element(card.getByText('50.0%')).toBeInTheDocument()
    await expect.element(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  })

  test('keeps tab, filters and days in the address and asks the server for them', async () => {
    const { screen, address } = await open(LIST)
    await screen.getByRole('link', { name: /^Failed/ }).click()
    await until(() => expect(address()).toBe(`${LIST}?tab=failed`))
    const asked = () => api.asked.findLast(({ path, query }) => path.endsWith('/schedule') && query.has('sort'))
    await until(() => expect(asked()?.query.get('status')).toBe('failed,cancelled'))
    expect(asked()?.query.get('from')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await screen.getByRole('searchbox', { name: 'Find a campaign' }).fill('restock')
    await until(() => expect(asked()?.query.get('search')).toBe('restock'))
    expect(address()).toContain('search=restock')
  })

  test('pauses at once, and asks before it cancels, naming the campaign', async () => {
    api.on('POST /api/notifications/schedule/email/pause', () => ok({ uuid: scheduled.uuid, status: 'paused' }))
    api.on('DELETE /api/notifications/schedule/email', () => ok())
    const { screen } = await open(LIST)
    await screen.getByRole('button', { name: 'Actions: aaa' }).click()
    const told = collectToasts()
    await pick(screen.getByRole('menuitem', { name: 'Pause' }))
    const writes = () => api.asked.filter(({ method }) => method !== 'GET')
    await until(() => expect(writes().map(({ body }) => body)).toEqual([{ uuid: scheduled.uuid }]))
    await screen.getByRole('button', { name: 'Actions: aaa' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Cancel campaign' }))
    await expect.element(screen.getByText('Cancel “aaa”?')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Cancel campaign' }).click()
    await until(() => expect(writes().at(-1)?.query.get('uuid')).toBe(scheduled.uuid))
    // Longer than other messages.
    const toast = (title: string) => ({ tone: 'success', title, duration: 'message' })
    await until(() => expect(told).toEqual([toast('“aaa” is paused'), toast('“aaa” cancelled')]))
  })

  test('keeps the dialog and says why when a campaign cannot be cancelled', async () => {
    api.on('DELETE /api/notifications/schedule/email', () => failed('conflict'))
    const { screen } = await open(LIST)
    await screen.getByRole('button', { name: 'Actions: ccc' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Delete draft' }))
    await screen.getByRole('button', { name: 'Delete draft' }).click()
    await expect.element(screen.getByText('This isn’t possible in its current state.')).toBeInTheDocument()
    await expect.element(screen.getByText('Delete “ccc”?')).toBeInTheDocument()
  })

  test('says what to do where there is none, and which filter hides them', async () => {
    api.on(READ, () => page([]))
    api.on(COUNTS, () => ok({}))
    const { screen } = await open(LIST)
    await expect.element(screen.getByText('Send your first campaign')).toBeInTheDocument()
    await screen.getByRole('link', { name: /^Drafts/ }).click()
    await screen.getByRole('button', { name: 'Clear filters' }).click()
    await expect.element(screen.getByText('Send your first campaign')).toBeInTheDocument()
  })

  test('names the days that have none and the latest campaign, and leads to the days that have some', async () => {
    const days = (query: URLSearchParams) => [query.get('from'), query.get('to')].join(' ')
    api.on(READ, ({ query }) => page(query.get('from') === '2026-07-05' ? [] : [scheduled]))
    api.on(COUNTS, () => ok({}))
    const { screen, address } = await open(`${LIST}?from=2026-07-05&to=2026-07-05&channel=email`)
    await expect.element(screen.getByText('Nothing on 5 July 2026')).toBeVisible()
    await expect.element(screen.getByText('Latest: aaa, 18 November 2026')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Show 20 October 2026 to 18 November 2026' }).click()
    await expect.element(screen.getByRole('link', { name: 'aaa' })).toBeVisible()
    expect(address()).toContain('from=2026-10-20&to=2026-11-18')
    expect(days(api.asked.findLast(({ path }) => path.endsWith('/schedule'))?.query ?? new URLSearchParams())).toBe(
      '2026-10-20 2026-11-18',
    )
  })

  test('says that it could not be loaded and tries again', async () => {
    api.on(READ, () => failed('internal'))
    const { screen } = await open(LIST)
    await expect.element(screen.getByText('Couldn’t load campaigns')).toBeInTheDocument()
    api.on(READ, () => page([draft]))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('link', { name: 'ccc' })).toBeInTheDocument()
  })

  test('is closed to roles that may not read campaigns', async () => {
    const who = user()
    const isOne = (activity: number | undefined) => activity !== undefined && [401, 402, 403].includes(activity)
    who.permission_levels = who.permission_levels.map((levels, index) =>
      isOne(who.permission_activity_list[index]) ? [0, 0] : levels,
    )
    const { screen } = await open(LIST, who)
    await expect.element(screen.getByText('Your role can’t view campaigns')).toBeInTheDocument()
    expect(api.asked.some(({ path }) => path.startsWith('/api/notifications'))).toBe(false)
  })
})

test('rates are shares of what left, and a dash where nothing did', () => {
  const shares = (counts: Record<string, number>, sent: number, delivered: number | null) =>
    sharesOf({ counts, sent, delivered, recipients: 8, run_uuid: RUN })
  expect(shares({}, 0, null)).toEqual({ delivered: null, opened: null, clicked: null, done: 0 })
  const done = { clicked: null, done: 1 }
  // No report of a delivery came yet: opens are a share of what was sent.
  const unreported = { sent: 6, bounced: 1, failed: 1, skipped: 2, opened: 3 }
  expect(shares(unreported, 7, 6)).toEqual({ delivered: 6 / 7, opened: 0.5, ...done })
  expect(shares(unreported, 7, null)).toEqual({ delivered: null, opened: 0.5, ...done })
  expect(shares({ sent: 2, delivered: 3, complained: 1, failed: 2, opened: 2 }, 7, 4)).toEqual({
    delivered: 4 / 7,
    opened: 0.5,
    ...done,
  })
  expect(sharesOf({ counts: {}, sent: 0, delivered: null, recipients: null, run_uuid: null }).done).toBeNull()
})

test('an application whose other days could not be read is not told to send its first campaign', async () => {
  api.on(READ, ({ query }) => (query.get('from') === FIRST_DAY ? failed('unavailable') : page([])))
  const { screen } = await open(LIST)
  await expect.element(screen.getByText('Couldn’t load campaigns')).toBeVisible()
  await expect.element(screen.getByText('Send your first campaign')).not.toBeInTheDocument()
  api.on(READ, () => page([]))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Send your first campaign')).toBeVisible()
})
