import type { RunTest } from '@notifly/contracts/campaigns/ab-tests'
import type { Recipient, RunProgress } from '@notifly/contracts/runs/deliveries'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { pick } from '../../../testing/pick.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'

const RUN = '0198c0de-0000-7000-8000-000000000001'
const CAMPAIGN = '0198c0de-0000-7000-8000-0000000000c1'
const ONE = `/api/notifications/delivery/email/${RUN}`
const PAGE = `/applications/${APPLICATION}/delivery/email/${RUN}`
const WINNER = 'POST /api/notifications/schedule/email/winner'

const now = () => Math.floor(Date.now() / 1000)

const running: RunTest = {
  part: 'subject',
  metric: 'opened',
  share: 20,
  after_hours: 4,
  state: 'running',
  decide_on: now() + 3 * 3600 + 12 * 60,
  winner: null,
  decided_on: null,
  decided_by: null,
  verdict: { kind: 'ahead', leader: 2, sure: 99, more: null },
  variants: [
    {
      no: 1,
      subject: 'It is back',
      template_name: null,
      recipients: 500,
      sent: 498,
      opened: 120,
      clicked: 10,
      unsubscribed: 1,
    },
    {
      no: 2,
      subject: 'Running low?',
      template_name: null,
      recipients: 500,
      sent: 500,
      opened: 175,
      clicked: 22,
      unsubscribed: 2,
    },
  ],
  rest: { recipients: 4000, sent: 0, opened: 0, clicked: 0, unsubscribed: 0 },
}

const progress = (ab_test: RunTest): RunProgress => ({
  uuid: CAMPAIGN,
  run_uuid: RUN,
  notification_type: 'email',
  name: 'Autumn restock',
  status: 'executing',
  status_reason: null,
  status_reason_sentence: null,
  planned_on: null,
  started_on: now() - 2880,
  ended_on: null,
  matched: 5000,
  recipients: 5000,
  done: 1000,
  sent: 998,
  delivered: 998,
  counts: { pending: 4000, sent: 998, opened: 295, clicked: 32, failed: 2 },
  audience_names: ['Active buyers'],
  is_everyone: false,
  template_name: null,
  started_by: 'Meera Iyer',
  campaign: { repeats: false, next_run: null, status: 'executing', paused_on: null },
  subject: 'It is back',
  rate_per_second: 0,
  seconds_left: null,
  skipped: {},
  failed: {},
  reports_delivery: false,
  ab_test,
  over_time: [],
})

const recipient = (seq: number, name: string, change: Partial<Recipient>): Recipient => ({
  uuid: `${RUN}.${seq}`,
  contact_uuid: `0198c0de-0000-7000-8000-0000000001${String(seq).padStart(2, '0')}`,
  name,
  email: `person${seq}@posta.example`,
  phone_number: null,
  current_status: 'sent',
  status_code: 1,
  reason: null,
  reason_text: null,
  reason_text_sentence: null,
  detail: null,
  attempts: 1,
  opened: false,
  clicked: false,
  last_event_on: now() - 60,
  status: { sent: now() - 60 },
  variant: null,
  test_group: null,
  ...change,
})

let api: ApiStub
let stop: (() => void) | undefined
let tested = running

beforeEach(() => {
  tested = running
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    [`GET /api/verticals/${APPLICATION}`]: () => ok({ timezone: 'Asia/Kolkata' }),
    [`GET ${ONE}/links`]: () => ok({ clicks: 0, links: [] }),
    [`GET ${ONE}/mail`]: () => ok({ variant: null, html: '', links: [], recipient: null }),
    [`GET ${ONE}/open-times`]: () => ok([]),
    [`GET ${ONE}/domains`]: () => ok([]),
    [`GET ${ONE}/summary`]: () => ok(progress(tested)),
    [`GET ${ONE}`]: () =>
      page([
        recipient(1, 'Ishita Menon', { variant: 1, test_group: 'test' }),
        recipient(2, 'Noor Haddad', { current_status: 'scheduled', test_group: 'rest' }),
      ]),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
})

async function open(address = PAGE) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

test('a run with a test shows how its variants do, which one leads and when it is decided', async () => {
  const { screen } = await open()
  const table = screen.getByRole('table', { name: 'A/B test' })
  await expect
    .element(table.getByRole('row', { name: /Variant B.*Running low\?.*Leading.*500.*500.*35\.0%.*175/ }))
    .toBeVisible()
  await expect.element(table.getByRole('row', { name: /Everyone else, waiting for the winner.*4,000/ })).toBeVisible()
  await expect
    .element(table.getByRole('link', { name: '175' }))
    .toHaveAttribute('href', expect.stringMatching(/variant=2&status=opened|status=opened&variant=2/))
  await expect.element(screen.getByText(/^Decided in 3 h 1\d min: /)).toBeVisible()
  await expect.element(screen.getByText('Waiting for the A/B test winner')).toBeVisible()
  const verdict = screen.getByRole('button', { name: 'B leads with over 99% confidence' })
  await expect.element(verdict).toHaveAccessibleDescription(/^Two-proportion z-test/)
  expect(await axeFindings()).toEqual([])
})

test('a person chooses the winner after looking at the figures once more', async () => {
  api.on(WINNER, () => failed('conflict'))
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Choose winner now' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Choose winner now?' })
  await expect.element(dialog.getByText(/4,000 waiting recipients get it right away/)).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: /Variant B/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /Variant A/ }).click()
  await dialog.getByRole('button', { name: 'Send variant A' }).click()
  await expect.element(dialog.getByText('This isn’t possible in its current state.')).toBeVisible()
  api.on(WINNER, () => {
    tested = { ...running, state: 'decided', decide_on: null, winner: 1, decided_on: now(), decided_by: 'Asha Raman' }
    return ok({ uuid: CAMPAIGN, run_uuid: RUN, winner: 1 })
  })
  await dialog.getByRole('button', { name: 'Send variant A' }).click()
  await expect.element(screen.getByText(/^Asha Raman chose variant A: /)).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /It is back.*Winner/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Choose winner now' })).not.toBeInTheDocument()
  const asked = api.asked.findLast(({ method, path }) => `${method} ${path}` === WINNER)
  expect(asked?.body).toEqual({ uuid: CAMPAIGN, run_uuid: RUN, variant: 1 })
})

test('a winner that the figures chose by chance is said to be one', async () => {
  const verdict = { kind: 'close', leader: 2, sure: null, more: 14_000 } as const
  tested = { ...running, state: 'decided', decide_on: null, winner: 2, decided_on: now(), verdict }
  const { screen } = await open()
  await expect.element(screen.getByText(/^Variant B won: /)).toBeVisible()
  await expect.element(screen.getByText('The winner wasn’t significant.')).toBeVisible()
  await expect.element(screen.getByText('Too close to call: about 14,000 more recipients needed')).toBeVisible()
})

test('recipients say which variant they got, and are filtered by it', async () => {
  const { screen, address } = await open()
  const table = screen.getByRole('table', { name: 'Recipients' })
  await expect.element(table.getByRole('row', { name: /Ishita Menon.*Variant A/ })).toBeVisible()
  await expect.element(table.getByRole('row', { name: /Noor Haddad.*Waiting for the winner/ })).toBeVisible()
  await screen.getByRole('button', { name: /^Variant/ }).click()
  await pick(screen.getByRole('menuitemcheckbox', { name: /Variant B/ }))
  await until(() => expect(address()).toContain('variant=2'))
  await until(() => expect(api.asked.findLast(({ path }) => path === ONE)?.query.get('variant')).toBe('2'))
})
