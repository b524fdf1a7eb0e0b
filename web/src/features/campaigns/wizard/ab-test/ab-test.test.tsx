import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { CampaignProblem, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ApiStub, failed, ok, page, user } from '../../../../testing/api-stub.ts'
import { axeFindings } from '../../../../testing/axe.ts'
import { pick } from '../../../../testing/pick.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import { until } from '../../../../testing/until.ts'
import {
  answer,
  campaign,
  CHECK,
  checked,
  DRAFT,
  ESTIMATE,
  PUT_DRAFT,
  READ,
  savedParts,
  stubWizard,
  WIZARD,
} from '../../../../testing/wizard-stub.ts'

const TEMPLATE = '0198c0de-0000-7000-8000-00000000f001'
const WHAT = `${WIZARD}?draft=${DRAFT}&step=what`

let api: ApiStub
let stop: (() => void) | undefined

const saved = () => savedParts(api).ab_test

async function open(address = WHAT) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

beforeEach(() => {
  api = stubWizard()
})

afterEach(() => {
  stop?.()
  api.restore()
})

const running: AbTest = {
  part: 'subject',
  variants: ['Red', 'Green'],
  share: 20,
  metric: 'opened',
  after_hours: 4,
}

describe('the A/B test in the wizard', () => {
  test('is off at first, begins with the subject that is there, and saves every choice', async () => {
    const { screen } = await open()
    const turn = screen.getByRole('switch', { name: 'Test variants first' })
    await expect.element(turn).not.toBeChecked()
    await turn.click()
    const subject = (letter: string) => screen.getByRole('textbox', { name: `Subject of variant ${letter}` })
    await expect.element(subject('A')).toHaveValue('Time for a refill')
    await subject('B').fill('Running low?')
    await screen.getByRole('button', { name: 'Add variant' }).click()
    await subject('C').fill('Your usual')
    await screen.getByRole('button', { name: 'Move variant C up' }).click()
    await expect.element(subject('B')).toHaveValue('Your usual')
    await screen.getByRole('button', { name: 'Remove variant A' }).click()
    await screen.getByRole('radio', { name: 'Clicks' }).click()
    await screen.getByRole('textbox', { name: 'Decide after' }).fill('24')
    await screen.getByRole('textbox', { name: 'Test size' }).fill('30')
    await userEvent.keyboard('{Tab}')
    await until(() =>
      expect(saved()).toEqual({
        part: 'subject',
        variants: ['Your usual', 'Running low?'],
        share: 30,
        metric: 'clicked',
        after_hours: 24,
      }),
    )
    await expect.element(screen.getByText(/Today: 435 recipients each, and 2,030 waiting/)).toBeInTheDocument()
    await turn.click()
    await until(() => expect([saved(), savedParts(api).emailSubject]).toEqual([null, 'Your usual']))
    await turn.click()
    await expect.element(subject('A')).toHaveValue('Your usual')
    await expect.element(subject('B')).toHaveValue('Running low?')
  })

  test('begins with the subject of the template, and with a subject that was written since it was last on', async () => {
    const template = {
      uuid: TEMPLATE,
      type: 'Email',
      name: 'Spring',
      subject: 'Hello spring',
      version: 1,
      updated_on: 1,
    }
    api.on('GET /api/template', () => page([template]))
    api.on(`GET /api/template/${TEMPLATE}`, () => ok({ ...template, html: '<p>Spring</p>', problems: [] }))
    api.on(READ, () => ok(campaign({ template_uuid: TEMPLATE, emailSubject: '' })))
    const { screen } = await open()
    const turn = screen.getByRole('switch', { name: 'Test variants first' })
    await expect
      .element(screen.getByRole('textbox', { name: /^Subject/ }))
      .toHaveAttribute('placeholder', 'Hello spring')
    await turn.click()
    const first = screen.getByRole('textbox', { name: 'Subject of variant A' })
    await expect.element(first).toHaveValue('Hello spring')
    await turn.click()
    await screen.getByRole('textbox', { name: /^Subject/ }).fill('Spring is here')
    await turn.click()
    await expect.element(first).toHaveValue('Spring is here')
  })

  test('keeps a limit that is broken, says so, and names it on the last page', async () => {
    api.on(READ, () => ok(campaign({ ab_test: { ...running, share: 3, variants: ['Red', 'Red'] } })))
    const share = 'Choose 5 to 50 percent of the audience.'
    const twins = 'Two variants are identical. Change or remove one.'
    api.on(CHECK, () =>
      checked([
        { field: 'ab_test.share', key: 'abTests.share', message: share },
        { field: 'ab_test.variants.1', key: 'abTests.twins', message: twins },
      ]),
    )
    const { screen } = await open()
    await expect.element(screen.getByText(share)).toBeInTheDocument()
    await expect.element(screen.getByText(twins)).toBeInTheDocument()
    await expect.element(screen.getByRole('textbox', { name: 'Test size' })).toHaveValue('3')
    await screen.getByRole('button', { name: 'Continue to schedule' }).click()
    await screen.getByRole('button', { name: 'Continue to review' }).click()
    await expect.element(screen.getByText('2 items missing')).toBeInTheDocument()
    await expect.element(screen.getByText(share)).toBeInTheDocument()
    await expect.element(screen.getByText(`Variant B: ${twins}`)).toBeInTheDocument()
  })

  test('lists problems with the variant that they are of', async () => {
    const problem: CampaignProblem = {
      severity: 'error',
      code: 'syntax',
      message: 'Broken.',
      part: 'subject',
      place: 'emailSubject',
      line: 1,
      column: 4,
      variant: 2,
    }
    api.on(READ, () => ok(campaign({ ab_test: running })))
    const refused = { key: 'templates.liquid.noField', message: 'Broken.' } as const
    api.on(CHECK, () => checked([{ field: 'ab_test.variants.1', ...refused }], [problem]))
    const { screen } = await open()
    await expect.element(screen.getByText('Variant B · Subject, line 1, column 4')).toBeInTheDocument()
    await expect.element(screen.getByRole('textbox', { name: 'Subject of variant B' })).toHaveAttribute('aria-invalid')
  })

  test('compares contents: each a template or a body with its own subject', async () => {
    const template = {
      uuid: TEMPLATE,
      type: 'Email',
      name: 'Spring',
      subject: 'Hello spring',
      version: 1,
      updated_on: 1,
      updated_by: null,
    }
    api.on('GET /api/template', () => page([template]))
    api.on(`GET /api/template/${TEMPLATE}`, () => ok({ ...template, html: '<p>Spring</p>', problems: [] }))
    const { screen } = await open()
    await screen.getByRole('switch', { name: 'Test variants first' }).click()
    await screen.getByRole('radio', { name: 'Content', exact: true }).click()
    await expect.element(screen.getByText('Nothing written yet')).toBeInTheDocument()
    await screen.getByRole('button', { name: /^Variant B/ }).click()
    await screen.getByRole('combobox', { name: 'Template' }).click()
    await pick(screen.getByRole('option', { name: /Spring/ }))
    await until(() =>
      expect(saved()?.variants).toEqual([
        { template_uuid: null, emailSubject: 'Time for a refill', emailBody: '<p>Hello</p>' },
        { template_uuid: TEMPLATE, emailSubject: '', emailBody: '' },
      ]),
    )
    await expect.element(screen.getByRole('complementary').getByText('Spring', { exact: true })).toBeInTheDocument()
    await screen.getByRole('complementary').getByRole('button', { name: 'Preview' }).click()
    await expect.element(screen.getByRole('dialog').getByRole('radio', { name: 'Variant B' })).toBeInTheDocument()
  })

  test('says on each step before the launch that the campaign ends before it has a winner', async () => {
    const end = Math.floor(Date.now() / 86_400_000) * 86_400 + 60 * 86_400 - 1
    const schedule: Schedule = {
      message_type: { type: 3, days_of_week: [1, 2, 3, 4, 5, 6, 7] },
      campaign_start_date: { type: 3, local_time: 75_600, timezone: 'UTC' },
      sunset: { type: 1, date: end },
      advanced: { delivery_in_users_timezone: false },
    }
    api.on(READ, () => ok(campaign({ ab_test: running, schedule })))
    const counted = { matched: 3000, recipients: 2900, skipped: {}, words: '' }
    // The last of sixty is not among the ten that are listed.
    api.on(ESTIMATE, ({ body }) => {
      const ends_early = (body as { ab_test: AbTest }).ab_test.after_hours === 4
      const ab_test = { groups: [290, 290], rest: 2320, problem: null, problem_sentence: null, ends_early }
      return ok({ ...counted, ab_test, next_runs: [end - 59 * 86_400], last_run: end - 3 * 3600 })
    })
    const { screen } = await open()
    const warning = screen.getByText(/before there is a winner/)
    await expect.element(warning).toBeVisible()
    await screen.getByRole('button', { name: 'Continue to schedule' }).click()
    await expect.element(warning).toBeVisible()
    await screen.getByRole('button', { name: 'Continue to review' }).click()
    await expect.element(warning).toBeVisible()
    await screen.getByRole('button', { name: 'Edit: What' }).click()
    await screen.getByRole('textbox', { name: 'Decide after' }).fill('2')
    await expect.element(warning).not.toBeInTheDocument()
  })

  test('shows its plan before the launch, and which variant the server refuses', async () => {
    api.on(READ, () => ok(campaign({ ab_test: running })))
    api.on('POST /api/notifications/schedule/email', () =>
      failed('invalidInput', { errors: [{ field: 'ab_test.variants.1', message: 'Mend this.' }] }),
    )
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=review`)
    await expect.element(screen.getByText(/^20% of recipients test 2 subjects\. After 4 hours/)).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Send to 2,900 now' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await expect.element(screen.getByText('Variant B: Mend this.')).toBeInTheDocument()
  })

  test.each(['subject', 'content'] as const)('has no accessibility fault while it compares a %s', async part => {
    const variants = part === 'subject' ? ['Red', 'Green'] : [{ emailSubject: 'Red', emailBody: '<p>x</p>' }, {}]
    api.on(READ, () => ok(campaign({ ab_test: { ...running, part, variants } })))
    api.on(PUT_DRAFT, () => answer())
    const { screen } = await open()
    await expect.element(screen.getByRole('list', { name: 'Variants' })).toBeInTheDocument()
    await expect.element(screen.getByText('Up to date')).toBeInTheDocument()
    expect(await axeFindings()).toEqual([])
  })
})
