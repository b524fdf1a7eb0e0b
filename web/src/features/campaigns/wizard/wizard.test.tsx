import type { CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { APPLICATION, type ApiStub, type Asked, failed, ok, page, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { collectToasts } from '../../../testing/collect-toasts.ts'
import { pick } from '../../../testing/pick.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'
import {
  answer,
  campaign,
  CHECK,
  checked,
  DRAFT,
  launchError,
  POST_DRAFT,
  PUT_DRAFT,
  READ,
  savedParts,
  SEGMENT,
  stubWizard,
  WIZARD,
} from '../../../testing/wizard-stub.ts'

const LAUNCH = 'POST /api/notifications/schedule/email'
const TEST_MAIL = 'POST /api/notifications/email/test'

let api: ApiStub
let stop: (() => void) | undefined

const saved = () => savedParts(api)
/** What the server says of a name with other signs. */
const WRONG_NAME = launchError('campaignName', sentence('fields.lettersAndDigits'))
const lastOf = (call: string): Asked | undefined =>
  api.asked.findLast(({ method, path }) => `${method} ${path}` === call)

async function open(address: string) {
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

describe('the wizard of an email campaign', () => {
  test('can be left while its draft is being read', async () => {
    api.on(READ, () => new Promise(() => {}))
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}`)
    await expect
      .element(screen.getByRole('link', { name: 'Close' }))
      .toHaveAttribute('href', `/applications/${APPLICATION}/notification`)
  })

  test('sends a test mail in the name of the campaign, and to its reply address', async () => {
    const sender = { from_name: 'Harbor & Pine news', reply_to: 'hello@harbor.example' }
    api.on(READ, () => ok(campaign(sender)))
    api.on(TEST_MAIL, () =>
      ok([{ receiver: 'asha@palmyra.example', ok: true, message: 'The server accepted the email.' }]),
    )
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=review`)
    await screen.getByRole('button', { name: 'Send test' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Send test' })
    await dialog.getByRole('button', { name: /^Send/ }).click()
    await until(() => expect(lastOf(TEST_MAIL)?.body).toMatchObject(sender))
  })

  test('makes a draft of the first words, names it in the address and goes on saving', async () => {
    const { screen, address } = await open(WIZARD)
    const name = screen.getByRole('textbox', { name: 'Campaign name' })
    await name.fill('Autumn restock')
    await expect.element(screen.getByText('Unsaved changes')).toBeInTheDocument()
    await expect.element(screen.getByText(/^Draft saved/)).toBeInTheDocument()
    const schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1 } }
    // Beside the name only what is chosen from the start.
    expect(Object.keys(saved())).toEqual(['schedule', 'campaignName'])
    expect(saved()).toMatchObject({ campaignName: 'Autumn restock', schedule })
    await until(() => expect(address()).toContain(`draft=${DRAFT}`))
    await screen.getByRole('radio', { name: 'Everyone' }).click()
    await until(() => expect(saved().audience?.all).toBe(true))
    expect(lastOf(PUT_DRAFT)?.query.get('uuid')).toBe(DRAFT)
    expect(api.asked.filter(({ method, path }) => `${method} ${path}` === POST_DRAFT)).toHaveLength(1)
  })

  test('keeps what is typed when saving fails, says so, and saves it later', async () => {
    api.on(POST_DRAFT, () => failed('unavailable'))
    api.on(CHECK, () => checked([launchError('campaignName', sentence('fields.required'))]))
    const { screen } = await open(WIZARD)
    await screen.getByRole('textbox', { name: 'Campaign name' }).fill('Autumn')
    await expect.element(screen.getByText('Not saved. Retrying…')).toBeInTheDocument()
    await expect.element(screen.getByText('This field is required.')).not.toBeInTheDocument()
    api.on(POST_DRAFT, () => answer())
    await expect.element(screen.getByText(/^Draft saved/), { timeout: 8000 }).toBeInTheDocument()
    await expect.element(screen.getByRole('textbox', { name: 'Campaign name' })).toHaveValue('Autumn')
  })

  test('shows the rule of names while one is broken', async () => {
    api.on(POST_DRAFT, () => answer([WRONG_NAME]))
    const { screen } = await open(WIZARD)
    const name = screen.getByRole('textbox', { name: 'Campaign name' })
    await name.fill('Sale: 50 %')
    await expect.element(screen.getByText(WRONG_NAME.message)).toBeInTheDocument()
    await expect.element(name).toHaveAttribute('aria-invalid', 'true')
    await name.fill('Sale 50')
    await expect.element(screen.getByText(WRONG_NAME.message)).not.toBeInTheDocument()
  })

  test('counts the audience beside the choice', async () => {
    const { screen } = await open(WIZARD)
    await expect.element(screen.getByRole('complementary').getByText('0').first()).toBeInTheDocument()
    await screen.getByRole('combobox', { name: 'Send to' }).click()
    await pick(screen.getByRole('option', { name: /Active buyers/ }))
    await userEvent.keyboard('{Tab}')
    const summary = screen.getByRole('complementary')
    await expect.element(summary.getByText('2,900')).toBeInTheDocument()
    await expect.element(summary.getByText('Suppressed (bounce)')).toBeInTheDocument()
    await expect.element(summary.getByText('Up to date')).toBeInTheDocument()
    await until(() => expect(saved().audience?.segment_uuids).toEqual([SEGMENT]))
  })

  test('takes a day from the calendar and a time that starts empty, on the clock of the application', async () => {
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=when`)
    await expect.element(screen.getByRole('radio', { name: 'Send immediately' })).toBeChecked()
    await screen.getByRole('button', { name: 'Choose: One time' }).click()
    await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await screen.getByRole('button', { name: 'Next month' }).click()
    await screen.getByRole('button', { name: /, 15 / }).click()
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByRole('button', { name: 'Edit: One time' })).toBeInTheDocument()
    await expect
      .element(
        screen
          .getByRole('complementary')
          .getByText(/at 12:00 AM/)
          .first(),
      )
      .toBeInTheDocument()
    await screen.getByRole('radio', { name: 'Fixed time' }).click()
    await expect.element(screen.getByRole('complementary').getByText(/no time chosen yet/)).toBeInTheDocument()
    const hour = screen.getByRole('textbox', { name: 'Fixed time: Hour' })
    await expect.element(hour).toHaveValue('00')
    await hour.fill('13')
    await userEvent.keyboard('{Tab}')
    await expect.element(screen.getByText('The field must be a number between 1 and 12.')).toBeVisible()
    await hour.fill('9')
    await userEvent.keyboard('{Tab}')
    await until(() =>
      expect(saved().schedule).toMatchObject({
        message_type: { type: 1, date: expect.any(Number) },
        campaign_start_date: { type: 3, local_time: 32_400, timezone: 'Asia/Kolkata' },
      }),
    )
    await screen.getByRole('button', { name: 'Remove date' }).click()
    await until(() => expect(saved().schedule?.message_type).toEqual({ type: 1 }))
  })

  test('names everything that is missing on the last page, with the way there', async () => {
    api.on(CHECK, () =>
      checked([
        launchError('campaignName', sentence('fields.required')),
        launchError('emailSubject', sentence('fields.required')),
        launchError('emailBody', sentence('campaigns.body')),
        launchError('audience.segment_uuids', sentence('campaigns.audience')),
      ]),
    )
    const { screen, address } = await open(`${WIZARD}?step=review`)
    await expect.element(screen.getByText('4 items missing')).toBeInTheDocument()
    await expect.element(screen.getByText('Campaign name: This field is required.')).toBeInTheDocument()
    await expect.element(screen.getByText('Subject: This field is required.')).toBeInTheDocument()
    await expect.element(screen.getByText('Write a body or choose a template.')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Send now' }).click()
    expect(lastOf(LAUNCH)).toBeUndefined()
    await screen.getByRole('button', { name: 'Go to Who' }).click()
    await expect.element(screen.getByRole('radio', { name: 'Everyone' })).toBeInTheDocument()
    expect(address()).not.toContain('step=review')
    // What the last page has told stands beside its field as well.
    await expect.element(screen.getByText('Choose at least one segment, or everyone.')).toBeInTheDocument()
  })

  test('says what the launch will do, launches the draft and goes back to the list', async () => {
    api.on(LAUNCH, () => ok({ uuid: DRAFT, status: 'pending', recipients: 2900 }))
    const { screen, address } = await open(`${WIZARD}?draft=${DRAFT}&step=review`)
    await screen.getByRole('button', { name: 'Send to 2,900 now' }).click()
    const question = screen.getByRole('dialog', { name: 'Send to 2,900 contacts now?' })
    await expect.element(question.getByText('Harbor & Pine <news@harbor.example>')).toBeInTheDocument()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(lastOf(LAUNCH)).toBeUndefined()
    await screen.getByRole('button', { name: 'Send to 2,900 now' }).click()
    await question.getByRole('button', { name: 'Send now' }).click()
    await until(() => expect(address()).toBe(`/applications/${APPLICATION}/notification`))
    expect(lastOf(LAUNCH)?.body).toMatchObject({ uuid: DRAFT, campaignName: 'Weekly refill' })
    await expect.element(screen.getByText('“Weekly refill” is sending')).toBeInTheDocument()
  })

  test.each([
    ['pending', '“Weekly refill” is sending'],
    ['scheduled', '“Weekly refill” scheduled'],
  ])('a launch that is %s is told of for five seconds', async (status, title) => {
    api.on(LAUNCH, () => ok({ uuid: DRAFT, status, recipients: 2900 }))
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=review`)
    await screen.getByRole('button', { name: 'Send to 2,900 now' }).click()
    const told = collectToasts()
    await screen.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await until(() => expect(told).toEqual([{ tone: 'success', title, duration: 'message' }]))
  })

  test('offers to undo a launch for as long as the server lets it', async () => {
    api.on(LAUNCH, () => ok({ uuid: DRAFT, status: 'pending', recipients: 2900, undo_seconds: 10 }))
    const UNDO = 'POST /api/notifications/schedule/email/undo'
    api.on(UNDO, () => ok({ uuid: DRAFT, status: 'draft' }))
    const { screen, address } = await open(`${WIZARD}?draft=${DRAFT}&step=review`)
    await screen.getByRole('button', { name: 'Send to 2,900 now' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await until(() => expect(address()).toBe(`/applications/${APPLICATION}/notification`))
    await expect.element(screen.getByText('“Weekly refill” launched')).toBeInTheDocument()
    await expect.element(screen.getByText(/Sending starts in \d+ s/)).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByText('“Weekly refill” is a draft again')).toBeInTheDocument()
    expect(lastOf(UNDO)?.body).toEqual({ uuid: DRAFT })
  })

  test.each([
    ['who may not approve', { permission_levels: user().permission_levels.map((): [number, number] => [3, 0]) }],
    ['whose organization wants two people', { two_people: true as const }],
  ])('says before the click that a launch will only be asked for, to one %s', async (_, change) => {
    const app = await renderApp(`${WIZARD}?draft=${DRAFT}&step=review`, user(change))
    stop = app.stop
    await app.screen.getByRole('button', { name: 'Ask to launch' }).click()
    const question = app.screen.getByRole('dialog', { name: 'Send to 2,900 contacts now?' })
    await expect.element(question.getByRole('button', { name: 'Ask to launch' })).toBeInTheDocument()
  })

  test('puts what the server refuses on top, with place and step, and keeps everything', async () => {
    api.on(LAUNCH, () =>
      failed('invalidInput', { errors: [{ field: 'emailBody', message: 'Mend this.', line: 3, column: 1 }] }),
    )
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=review`)
    await screen.getByRole('button', { name: 'Send to 2,900 now' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await expect.element(screen.getByText('Mend this. (line 3)')).toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Go to What' })).toBeInTheDocument()
  })

  test('lists the problems of the mail and blocks the launch on its errors', async () => {
    const where = { message: 'This merge field has no field name.', line: 2, column: 4 }
    const problem: CampaignProblem = { ...where, severity: 'error', code: 'syntax', part: 'html', place: 'emailBody' }
    api.on(CHECK, () => checked([{ field: 'emailBody', key: 'templates.liquid.noField', ...where }], [problem]))
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=what`)
    await expect.element(screen.getByText('HTML, line 2, column 4')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Continue to schedule' }).click()
    await screen.getByRole('button', { name: 'Continue to review' }).click()
    await expect.element(screen.getByText('This merge field has no field name. (line 2)')).toBeInTheDocument()
  })

  test('says no line of what the blocks of a template become', async () => {
    const field = {
      field: 'template_uuid',
      key: 'templates.liquid.noField' as const,
      message: '',
      line: 510,
      column: 4,
    }
    api.on(CHECK, () => checked([field], []))
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=review`)
    await expect.element(screen.getByText('Template: This merge field has no field name.')).toBeInTheDocument()
    expect(screen.getByText(/line 510/).query()).toBeNull()
  })

  test('names on the last page who it comes from, where it leads, and text that was meant to be replaced', async () => {
    const words = sentence('templates.placeholder', { text: 'example.com' })
    const at = { part: 'html', place: 'emailBody', line: 7, column: 2 } as const
    const problem: CampaignProblem = { ...words, ...at, severity: 'warning', code: 'placeholder', message: '' }
    api.on(CHECK, () => checked([], [problem]))
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=review`)
    await expect.element(screen.getByText('news@harbor.example', { exact: true })).toBeInTheDocument()
    await expect.element(screen.getByText('hello@harbor.example', { exact: true })).toBeInTheDocument()
    await expect.element(screen.getByText('https://harbor.example/refill')).toBeInTheDocument()
    await expect.element(screen.getByText('1 placeholder found')).toBeInTheDocument()
    await expect.element(screen.getByText(/Placeholder text: “example\.com”\./)).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Go to What' }).click()
    await expect.element(screen.getByText('HTML, line 7, column 2')).toBeInTheDocument()
  })

  test('tags links when told to, and shows what they become', async () => {
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=what`)
    const tags = screen.getByRole('switch', { name: 'Add UTM tags to links' })
    await expect.element(tags).not.toBeChecked()
    await tags.click()
    await until(() => expect(saved().utm).toEqual({}))
    const named = screen.getByRole('textbox', { name: 'Campaign (utm_campaign)' })
    await expect.element(named).toHaveAttribute('placeholder', 'weekly-refill')
    await named.fill('may')
    await until(() => expect(saved().utm).toEqual({ campaign: 'may' }))
    await expect.element(screen.getByText('https://harbor.example/refill')).toBeInTheDocument()
    expect(await axeFindings()).toEqual([])
    await tags.click()
    await until(() => expect(saved().utm).toBeNull())
  })

  test('has a goal when told to: an event, what it has to be, and what it is worth', async () => {
    api.on('GET /api/events', () => Response.json({ success: true, data: [] }))
    api.on('GET /api/events/order', () => Response.json({ success: false, message: 'none' }, { status: 404 }))
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=what`)
    await screen.getByRole('switch', { name: 'Count conversions' }).click()
    const usual = { properties: [], click_days: 7, open_days: 1, currency: 'USD' }
    await until(() => expect(saved().goal).toEqual({ ...usual, event: '' }))
    await screen.getByRole('combobox', { name: 'Event' }).fill('order')
    await screen.getByRole('button', { name: 'Add property' }).click()
    const property = screen.getByRole('group', { name: 'Property 1' })
    await property.getByLabelText('Property', { exact: true }).fill('total')
    await expect.element(property.getByText('Add a value to include this condition.')).toBeVisible()
    await property.getByLabelText('Value').fill('shoes')
    await screen.getByLabelText('Click window').fill('14')
    await screen.getByRole('combobox', { name: /^Revenue property/ }).fill('total')
    await until(() =>
      expect(saved().goal).toEqual({
        ...usual,
        event: 'order',
        properties: [{ property: 'total', type: 'text', op: 'is', value: 'shoes' }],
        click_days: 14,
        revenue_property: 'total',
      }),
    )
    await expect.element(screen.getByRole('combobox', { name: 'Default currency' })).toHaveValue('US Dollar (USD)')
    expect(await axeFindings()).toEqual([])
  })

  test('takes files by their rules, one row each', async () => {
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=what`)
    const input = screen.getByLabelText('Attachment file')
    await input.upload(new File(['x'], 'run.exe'))
    await expect.element(screen.getByText('run.exe can’t be attached: unsupported file type.')).toBeInTheDocument()
    await input.upload(new File(['hello'], 'Plan.pdf', { type: 'application/pdf' }))
    await until(() =>
      expect(saved().attachments).toEqual([
        { filename: 'Plan.pdf', type: 'application/pdf', content: btoa('hello'), disposition: 'attachment' },
      ]),
    )
    await screen.getByRole('button', { name: 'Add attachment' }).click()
    await screen.getByLabelText('Attachment file').upload(new File(['hello'], 'plan.PDF'))
    await expect.element(screen.getByText('A file named plan.PDF is already attached.')).toBeInTheDocument()
    for (let rows = 2; rows < 5; rows++) await screen.getByRole('button', { name: 'Add attachment' }).click()
    await expect.element(screen.getByRole('button', { name: 'Add attachment' })).toBeDisabled()
    await screen.getByRole('button', { name: 'Remove Plan.pdf' }).click()
    await until(() => expect(saved().attachments).toEqual([]))
  })

  test('edits a scheduled campaign only when told to, and asks before changes are lost', async () => {
    const schedule = {
      message_type: { type: 1 as const },
      campaign_start_date: { type: 3 as const, local_time: 34_200 },
    }
    api.on(READ, ({ query }) => (query.has('uuid') ? ok(campaign({ status: 'scheduled', schedule })) : page([])))
    api.on('PUT /api/notifications/schedule/email', () => ok({ uuid: DRAFT }))
    const { screen, address } = await open(`${WIZARD}?m=e&uuid=${DRAFT}&step=review`)
    await screen.getByRole('textbox', { name: 'Campaign name' }).fill('Renamed')
    const told = collectToasts()
    await expect.element(screen.getByText('Unsaved changes')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Close' }).first().click()
    await expect.element(screen.getByText('Leave without saving?')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'Save changes' }).click()
    await until(() => expect(address()).toBe(`/applications/${APPLICATION}/notification`))
    expect(lastOf('PUT /api/notifications/schedule/email')?.body).toMatchObject({ campaignName: 'Renamed' })
    expect(told).toEqual([{ tone: 'success', title: '“Renamed” updated', duration: 'message' }])
    expect(lastOf(PUT_DRAFT)).toBeUndefined()
  })

  test('says that a campaign on its way is no draft any more', async () => {
    api.on(READ, () => ok(campaign({ status: 'executing' })))
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}`)
    await expect.element(screen.getByText('“Weekly refill” is already sending')).toBeInTheDocument()
  })

  test('saves before it closes', async () => {
    const { screen, address } = await open(`${WIZARD}?draft=${DRAFT}`)
    await screen.getByRole('textbox', { name: 'Campaign name' }).fill('Last words')
    await screen.getByRole('button', { name: 'Save and close' }).first().click()
    await until(() => expect(address()).toBe(`/applications/${APPLICATION}/notification`))
    expect(saved().campaignName).toBe('Last words')
  })

  test.each(['who', 'what', 'when', 'review'])('has no accessibility fault on the step %s', async step => {
    const { screen } = await open(`${WIZARD}?draft=${DRAFT}&step=${step}`)
    await expect.element(screen.getByText('Up to date')).toBeInTheDocument()
    expect(await axeFindings()).toEqual([])
  })
})
