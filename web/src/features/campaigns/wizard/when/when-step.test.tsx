import type { Campaign, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { fullDay } from '../../../../components/display/dates.ts'
import { type ApiStub, ok, page, user } from '../../../../testing/api-stub.ts'
import { axeFindings } from '../../../../testing/axe.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import { until } from '../../../../testing/until.ts'
import {
  answer,
  campaign,
  CHECK,
  checked,
  DRAFT,
  ESTIMATE,
  launchError,
  PUT_DRAFT,
  READ,
  savedParts,
  stubWizard,
  WIZARD,
} from '../../../../testing/wizard-stub.ts'

const WEEK = 7 * 86_400
const FIXED = { type: 3, local_time: 34_200, timezone: 'Asia/Kolkata' } as const
const WEEKLY: Schedule = {
  message_type: { type: 3, days_of_week: [2, 5] },
  campaign_start_date: FIXED,
  sunset: { type: 3, number_of_send: 8 },
  advanced: { delivery_in_users_timezone: false, do_not_disturb: false },
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(schedule: Schedule | null = null, { step = 'when', locale = '' } = {}) {
  const stored: Partial<Campaign> = schedule === null ? {} : { schedule }
  api.on(READ, ({ query }) => (query.has('uuid') ? ok(campaign(stored)) : page([])))
  const app = await renderApp(`${locale}${WIZARD}?draft=${DRAFT}&step=${step}`, user())
  stop = app.stop
  return app.screen
}

const savedSchedule = () => savedParts(api).schedule

beforeEach(() => {
  api = stubWizard()
})

afterEach(async () => {
  stop?.()
  api.restore()
  await browser.viewport(1280, 900)
})

describe('the message type', () => {
  test('recurring opens its chooser, whose cells hold once saved; Save waits for one', async () => {
    const screen = await open()
    await screen.getByRole('radio', { name: 'Recurring' }).click()
    const popper = screen.getByRole('dialog', { name: 'Recurrence' })
    await expect.element(popper.getByRole('button', { name: 'Save' })).toBeDisabled()
    await popper.getByRole('button', { name: 'Thursday' }).click()
    await popper.getByRole('button', { name: 'Monday' }).click()
    await expect.element(popper.getByText('Every week on Monday and Thursday')).toBeInTheDocument()
    expect(savedSchedule()?.message_type).not.toMatchObject({ days_of_week: expect.anything() })
    await popper.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByRole('button', { name: 'Edit: Recurring' })).toBeInTheDocument()
    await until(() =>
      expect(savedSchedule()).toMatchObject({
        message_type: { type: 3, days_of_week: [2, 5] },
        sunset: { type: 2, never_end_camgaign: true },
        advanced: { delivery_in_users_timezone: true, do_not_disturb: false },
      }),
    )
  })

  test('another kind clears the cells of the one before; hours hold one at a time', async () => {
    const screen = await open(WEEKLY)
    await screen.getByRole('button', { name: 'Edit: Recurring' }).click()
    const popper = screen.getByRole('dialog', { name: 'Recurrence' })
    await popper.getByRole('radio', { name: 'Interval in hours' }).click()
    await expect.element(popper.getByText('Nothing chosen yet')).toBeInTheDocument()
    await popper.getByRole('button', { name: '4 hours', exact: true }).click()
    await popper.getByRole('button', { name: '1 hour', exact: true }).click()
    await expect.element(popper.getByText('Every hour')).toBeInTheDocument()
    await popper.getByRole('radio', { name: 'Days of week' }).click()
    await expect.element(popper.getByText('Nothing chosen yet')).toBeInTheDocument()
    for (const day of ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) {
      await popper.getByRole('button', { name: day }).click()
    }
    await expect.element(popper.getByText('Every day')).toBeInTheDocument()
  })

  test('Cancel keeps what was saved, and leaves nothing behind where nothing was', async () => {
    const screen = await open(WEEKLY)
    await screen.getByRole('button', { name: 'Edit: Recurring' }).click()
    const popper = screen.getByRole('dialog', { name: 'Recurrence' })
    await popper.getByRole('button', { name: 'Friday' }).click()
    await popper.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(popper).not.toBeInTheDocument()
    await expect.element(screen.getByText('Every week on Monday and Thursday')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Choose: Multiple dates' }).click()
    const calendar = screen.getByRole('dialog', { name: 'Send dates' })
    await calendar.getByRole('button', { name: 'Next month' }).click()
    await calendar.getByRole('button', { name: /, 15 / }).click()
    await calendar.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByRole('button', { name: 'Choose: Multiple dates' })).toBeInTheDocument()
    await expect.element(screen.getByRole('radio', { name: 'Recurring' })).toBeChecked()
    expect(savedSchedule()).toBeUndefined()
  })

  test('several dates are named up to three; choosing another type clears them and the sunset', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Choose: Multiple dates' }).click()
    const calendar = screen.getByRole('dialog', { name: 'Send dates' })
    await calendar.getByRole('button', { name: 'Next month' }).click()
    for (const day of [10, 12, 14, 16, 18]) {
      await calendar.getByRole('button', { name: new RegExp(`, ${day} `) }).click()
    }
    await expect.element(calendar.getByText('5 selected')).toBeInTheDocument()
    await calendar.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/ 10(, \d{4})?, .* 14(, \d{4})? and 2 more$/)).toBeInTheDocument()
    await until(() => expect(savedSchedule()?.message_type).toMatchObject({ type: 2, date: { length: 5 } }))
    await expect.element(screen.getByRole('radio', { name: 'Never end' })).toBeDisabled()
    await screen.getByRole('radio', { name: 'One time' }).click()
    await until(() => expect(savedSchedule()?.message_type).toEqual({ type: 1 }))
    await expect.element(screen.getByRole('button', { name: 'Choose: Multiple dates' })).toBeInTheDocument()
  })

  test('only days from tomorrow to one year ahead can be chosen', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Choose: One time' }).click()
    const calendar = screen.getByRole('dialog', { name: 'Send date' })
    const key = (days: number) => fullDay(Date.now() / 1000 + days * 86_400, { locale: 'en', zone: 'Asia/Kolkata' })
    await expect.element(calendar.getByRole('button', { name: key(1) })).toBeEnabled()
    // At the turn of a month today is on another page.
    const today = calendar.getByRole('button', { name: key(0) }).elements() as HTMLButtonElement[]
    expect(today.every(button => button.disabled)).toBe(true)
  })

  test('is worked by keys: arrows move in the grid, Space toggles, Escape gives the focus back', async () => {
    const screen = await open(WEEKLY)
    const edit = screen.getByRole('button', { name: 'Edit: Recurring' })
    await expect.element(edit).toBeVisible()
    edit.element().focus()
    await userEvent.keyboard('{Enter}')
    const popper = screen.getByRole('dialog', { name: 'Recurrence' })
    await popper.getByRole('radio', { name: 'Days of week' }).click()
    await userEvent.keyboard('{ArrowRight}{Tab}')
    await expect.element(popper.getByRole('button', { name: 'Day 1', exact: true })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight} ')
    await expect
      .element(popper.getByRole('button', { name: 'Day 9', exact: true }))
      .toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{End} ')
    await expect.element(popper.getByText('On the 9th and 14th of every month')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(edit).toHaveFocus()
    await expect.element(screen.getByText('Every week on Monday and Thursday')).toBeInTheDocument()
  })
})

describe('the sunset', () => {
  test('asks for a day or a number, and says which is missing', async () => {
    const noNumber = launchError('schedule.sunset.number_of_send', sentence('campaigns.sends'))
    api.on(PUT_DRAFT, ({ body }) => answer(JSON.stringify(body).includes('"number_of_send":""') ? [noNumber] : []))
    const screen = await open({ ...WEEKLY, sunset: { type: 2, never_end_camgaign: true } })
    await expect.element(screen.getByRole('radio', { name: 'Never end' })).toBeChecked()
    await screen.getByRole('radio', { name: 'End after number of sends' }).click()
    const sends = screen.getByRole('textbox', { name: 'End after number of sends' })
    await sends.click()
    await userEvent.keyboard('{Tab}')
    await expect.element(screen.getByRole('main').getByText(noNumber.message)).toBeInTheDocument()
    await sends.fill('8')
    await until(() => expect(savedSchedule()?.sunset).toMatchObject({ type: 3, number_of_send: 8 }))
    await expect
      .element(screen.getByRole('complementary').getByText('Every Monday and Thursday at 9:30 AM; ends after 8 sends'))
      .toBeInTheDocument()
    await screen.getByRole('radio', { name: 'End on date' }).click()
    const calendar = screen.getByRole('dialog', { name: 'Last day' })
    await expect.element(calendar.getByRole('button', { name: 'Save' })).toBeDisabled()
    await calendar.getByRole('button', { name: 'Next month' }).click()
    await calendar.getByRole('button', { name: /, 15 / }).click()
    await calendar.getByRole('button', { name: 'Save' }).click()
    await until(() => expect(savedSchedule()?.sunset).toMatchObject({ type: 1, date: expect.any(Number) }))
  })
})

describe('whose clock, and whose night', () => {
  const words = 'Every Monday and Thursday at 9:30 AM, recipient’s local time; ends after 8 sends; respects quiet hours'

  test('each recipient’s own clock and their quiet hours are switched on, saved and said', async () => {
    const clocks = { zones: 14, without: 120 }
    api.on(ESTIMATE, () => ok({ matched: 1, recipients: 1, skipped: {}, next_runs: [], words: '', clocks }))
    const screen = await open(WEEKLY)
    await screen.getByRole('switch', { name: 'Send in each recipient’s time zone' }).click()
    await expect
      .element(screen.getByText(/Recipients are in 14 time zones\. 120 without a time zone use Asia/))
      .toBeInTheDocument()
    await expect.element(screen.getByText(/between 10:00 PM and 8:00 AM local time/)).toBeInTheDocument()
    await screen.getByRole('switch', { name: 'Do Not Disturb' }).click()
    await until(() =>
      expect(savedSchedule()?.advanced).toEqual({ delivery_in_users_timezone: true, do_not_disturb: true }),
    )
    await expect.element(screen.getByRole('complementary').getByText(words)).toBeInTheDocument()
  })

  test('intelligent delivery says of how many the best hour is known; several runs a day leave it none to choose', async () => {
    const best_hour = { known: 62, of: 100, application: 10 }
    api.on(ESTIMATE, () => ok({ matched: 1, recipients: 1, skipped: {}, next_runs: [], words: '', best_hour }))
    api.on(PUT_DRAFT, ({ body }) => {
      const isHourly = JSON.stringify(body).includes('"interval":14400')
      const field = 'schedule.campaign_start_date.type'
      return answer(isHourly ? [launchError(field, sentence('campaigns.noIntelligent'))] : [])
    })
    const screen = await open(WEEKLY)
    await screen.getByRole('radio', { name: 'Intelligent delivery' }).click()
    const form = screen.getByRole('radiogroup', { name: 'Start time' })
    await expect
      .element(form.getByText(/Best hour known for 62.*Everyone else gets it at 10:00 AM/))
      .toBeInTheDocument()
    await until(() => expect(savedSchedule()?.campaign_start_date).toMatchObject({ type: 2 }))
    await screen.getByRole('button', { name: 'Edit: Recurring' }).click()
    const popper = screen.getByRole('dialog', { name: 'Recurrence' })
    await popper.getByRole('radio', { name: 'Interval in hours' }).click()
    await popper.getByRole('button', { name: '4 hours', exact: true }).click()
    await popper.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/an interval of 24 or 48 hours/).first()).toBeInTheDocument()
  })

  test('a chosen day turns "Send immediately" into midnight, and the choice says so and whose midnight it is', async () => {
    const screen = await open()
    const atOnce = screen.getByRole('radio', { name: 'Send immediately' })
    await expect.element(atOnce).toBeChecked()
    await expect.element(screen.getByText('Right after launch')).toBeVisible()
    await screen.getByRole('button', { name: 'Choose: One time' }).click()
    await screen.getByRole('button', { name: 'Next month' }).click()
    await screen.getByRole('button', { name: /, 15 / }).click()
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByRole('radio', { name: 'At 12:00 AM that day' })).toBeChecked()
    await expect.element(atOnce).not.toBeInTheDocument()
    await expect.element(screen.getByText(/^At midnight in /)).toBeVisible()
    await screen.getByRole('button', { name: 'Remove date' }).click()
    await expect.element(atOnce).toBeChecked()
    await expect.element(screen.getByText(/^At midnight in /)).not.toBeInTheDocument()
  })

  test('what is sent at once follows nobody’s clock', async () => {
    const screen = await open({ message_type: { type: 1 }, campaign_start_date: { type: 1 } })
    const theirs = screen.getByRole('switch', { name: 'Send in each recipient’s time zone' })
    await expect.element(theirs).toHaveAttribute('aria-disabled', 'true')
    await expect.element(theirs).not.toBeChecked()
  })
})

describe('what it amounts to', () => {
  const first = Math.floor(Date.now() / 1000) + 2 * WEEK

  test('the next runs stand beside it, on its clock and on the reader’s', async () => {
    const runs = Array.from({ length: 10 }, (_, index) => first + index * WEEK)
    api.on(ESTIMATE, () => ok({ matched: 1, recipients: 1, skipped: {}, next_runs: runs, words: '' }))
    const screen = await open({ ...WEEKLY, sunset: { type: 2, never_end_camgaign: true } })
    const summary = screen.getByRole('complementary')
    await summary.getByRole('button', { name: /7 more, until/ }).click()
    await expect.element(summary.getByText(/^in 7[67] days$/)).toBeInTheDocument()
    const isSameClock = new Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Kolkata'
    expect(summary.getByText(/your time/).elements()).toHaveLength(isSameClock ? 0 : 10)
  })

  test('a schedule without a run to come blocks the launch', async () => {
    api.on(ESTIMATE, () => ok({ matched: 1, recipients: 1, skipped: {}, next_runs: [], words: '' }))
    const passed = launchError('schedule.message_type.date', sentence('campaigns.passed'))
    api.on(CHECK, () => checked([passed]))
    const screen = await open(WEEKLY, { step: 'review' })
    await expect.element(screen.getByText('1 item missing')).toBeInTheDocument()
    await expect.element(screen.getByRole('listitem').getByText(passed.message)).toBeInTheDocument()
    await expect.element(screen.getByRole('complementary').getByText(passed.message)).toBeInTheDocument()
  })

  test.each([
    ['', 'Every Monday and Thursday at 9:30 AM; ends after 8 sends'],
    ['/es', 'Cada lunes y jueves a las 9:30; termina tras 8 envíos'],
    ['/fr', 'Chaque lundi et jeudi à 09:30 ; se termine après 8 envois'],
    ['/hi', 'हर सोमवार और गुरुवार को 9:30 am बजे; 8 बार भेजने के बाद समाप्त'],
  ])('is said in words at %s', async (locale, words) => {
    const screen = await open(WEEKLY, { locale })
    await expect.element(screen.getByRole('complementary').getByText(words)).toBeInTheDocument()
  })
})

describe('on a phone', () => {
  test('the popper is a sheet on the lower edge, without a fault for screen readers', async () => {
    await browser.viewport(390, 844)
    const screen = await open(WEEKLY)
    await screen.getByRole('button', { name: 'Edit: Recurring' }).click()
    const popper = screen.getByRole('dialog', { name: 'Recurrence' })
    await until(() => {
      const { left, width, bottom } = popper.element().getBoundingClientRect()
      expect([left, width, Math.round(bottom)]).toEqual([0, 390, 844])
    })
    expect(await axeFindings()).toEqual([])
  })
})
