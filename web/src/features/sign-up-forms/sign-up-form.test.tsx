import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type SignUpForm, SignUpFormBody } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, ok, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000f0'

const content = SignUpFormBody.parse({
  name: 'Newsletter',
  fields: [{ name: 'email', label: '', is_required: true }],
  consent_text: 'I agree.',
})
const form = {
  uuid: UUID,
  name: 'Newsletter',
  language: 'en',
  is_on: true,
  double_opt_in: true,
  submitted: 3,
  confirmed: 2,
  pending: 1,
  mail_failure: null,
  created_on: 1_790_000_000,
  updated_on: 1_790_000_000,
  content,
  link: 'https://notifly.example/f/1',
  snippets: { form: '<form></form>', frame: '<iframe></iframe>' },
} satisfies SignUpForm

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    [`GET /api/audience/forms/${UUID}`]: () => ok(form),
    'POST /api/audience/forms/preview': () =>
      ok({
        page: '<p>Page</p>',
        welcome: '<p>Welcome</p>',
        mail: { subject: 'Confirm', html: '<p>Mail</p>' },
        ours: {},
      }),
    'GET /api/audience/merge-fields': () => ok([]),
    'GET /api/topics': () => ok([]),
    'GET /api/audience/segment': () => ok([]),
    'GET /api/maker-checker/pending': () => ok([]),
  })
})
afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

test('who may only view a form is told so, and can’t change or save anything', async () => {
  const mayView = user({
    permission_activity_list: [ACTIVITY.audience],
    permission_levels: [[1, 0]],
  })
  const { screen, stop: end } = await renderApp(`/applications/${APPLICATION}/audience/forms/${UUID}`, mayView)
  stop = end
  await expect.element(screen.getByText('Your role can view this form but not change it.')).toBeVisible()
  await expect.element(screen.getByLabelText('Name')).toBeDisabled()
  await expect.element(screen.getByRole('combobox', { name: 'Language' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Save changes' }).elements()).toEqual([])
  expect(await axeFindings()).toEqual([])
})
