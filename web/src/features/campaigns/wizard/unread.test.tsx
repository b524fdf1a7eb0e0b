import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { APPLICATION, type ApiStub, failed, ok, user } from '../../../testing/api-stub.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { CHECK, checked, DRAFT, ESTIMATE, stubChannel, stubWizard, WIZARD } from '../../../testing/wizard-stub.ts'

const REVIEW = `${WIZARD}?draft=${DRAFT}&step=review`

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app.screen
}

beforeEach(() => {
  api = stubWizard()
})

afterEach(async () => {
  stop?.()
  api.restore()
  await browser.viewport(1280, 900)
})

test('the summary says that recipients could not be counted, and counts again', async () => {
  api.on(ESTIMATE, () => failed('internal'))
  const screen = await open(REVIEW)
  const summary = screen.getByRole('complementary')
  await expect.element(summary.getByText('Couldn’t count recipients')).toBeVisible()
  expect(screen.getByRole('button', { name: /Retry|Count again/ }).elements()).toHaveLength(1)
  api.on(ESTIMATE, () => ok({ matched: 3000, recipients: 2900, skipped: {}, next_runs: [], words: '', ab_test: null }))
  await summary.getByRole('button', { name: 'Retry' }).click()
  await expect.element(summary.getByText('2,900')).toBeVisible()
})

test('on a phone the line of the summary says so too', async () => {
  await browser.viewport(390, 844)
  api.on(ESTIMATE, () => failed('internal'))
  const screen = await open(REVIEW)
  await expect.element(screen.getByRole('button', { name: /^Couldn’t count recipients/ })).toBeVisible()
})

test('the review shows no dash for what is still being read, and says what could not be', async () => {
  const never = Promise.withResolvers<Response>()
  api.on(CHECK, () => never.promise)
  const screen = await open(REVIEW)
  const row = (label: string) => screen.getByText(label, { exact: true }).element().parentElement?.textContent
  await expect.element(screen.getByText('Sender', { exact: true })).toBeVisible()
  expect(row('Sender')).toBe('Sender')
  never.resolve(failed('internal'))
  await expect.element(screen.getByText('Couldn’t check the campaign')).toBeVisible()
  api.on(CHECK, () => checked())
  await screen.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('news@harbor.example')).toBeVisible()
})

test('a template that could not be read is not taken for a message without text', async () => {
  stubChannel(api, 'sms', { smsBody: '', template_uuid: DRAFT })
  api.on(`GET /api/template/${DRAFT}`, () => failed('internal'))
  const screen = await open(`/applications/${APPLICATION}/notification/sms?draft=${DRAFT}`)
  const summary = screen.getByRole('complementary')
  await expect.element(summary.getByText('Couldn’t load the template')).toBeVisible()
  await expect.element(summary.getByText('No text yet')).not.toBeInTheDocument()
})

test('an application that could not be read is not taken for the campaign', async () => {
  api.on(`GET /api/verticals/${APPLICATION}`, () => failed('internal'))
  const screen = await open(`${WIZARD}?draft=${DRAFT}`)
  await expect.element(screen.getByRole('heading', { name: 'Couldn’t load the application' })).toBeVisible()
  await expect.element(screen.getByText('Couldn’t load the campaign')).not.toBeInTheDocument()
})
