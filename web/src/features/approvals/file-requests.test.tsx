import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const UUID = '0198c0de-0000-7000-8000-0000000000e1'
const ADDRESS = `/applications/${APPLICATION}/settings/approvals#request-${UUID}`

const held: Approval = {
  uuid: UUID,
  activity_id: ACTIVITY.segmentation,
  module: 'Audience Segmentation',
  command: 'import.insert',
  title: 'Spring list',
  object_uuid: UUID,
  status: 0,
  maker: { uuid: UUID, name: 'Dev Kulkarni' },
  approver: null,
  decided_by: null,
  description: null,
  description_sentence: null,
  group: 1,
  payload: {
    endpoint: '/api/audience/{corelation_id}',
    corelation_id: UUID,
    segment_name: 'Spring list',
    file_name: 'spring.xlsx',
    rows_total: 12_400,
    expected_users: 12_000,
    new: 11_500,
    updated: 500,
    duplicates: 100,
    rejected: 300,
  },
  before: null,
  original: null,
  is_shortened: false,
  reopens: null,
  reopened_by: null,
  file_name: 'spring.xlsx',
  created_on: 1_795_000_000,
  due_on: 4_000_000_000,
  decided_on: null,
  can_decide: true,
  can_withdraw: false,
  can_reopen: false,
}

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>

beforeEach(() => {
  api = stubApi({ 'GET /api/notices': () => ok({ waiting: 1, unread: 0, notices: [] }) })
})

afterEach(() => {
  view.stop()
  api.restore()
})

test('who decides on a file reads how many contacts it brings before anything else', async () => {
  api.on('GET /api/approvals', () => page([held]))
  view = await renderApp(ADDRESS, user())
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Imports 12,000 contacts into Spring list')).toBeVisible()
  await expect.element(dialog.getByText(/New: 11,500\. Updated: 500\./)).toBeVisible()
})

const update: Approval = {
  ...held,
  command: 'contact.bulk-update',
  title: 'ages.csv',
  payload: { corelation_id: UUID, file_name: 'ages.csv', rows_total: 9, updated: 7, unchanged: 1, not_found: 1 },
}

test('the same of a file that changes contacts', async () => {
  api.on('GET /api/approvals', () => page([update]))
  view = await renderApp(ADDRESS, user())
  await expect.element(screen.getByText('Updates 7 contacts')).toBeVisible()
})

test('once it is decided the figures stand alone', async () => {
  api.on('GET /api/approvals', () => page([{ ...update, status: 1, decided_on: 1_795_000_100, can_decide: false }]))
  view = await renderApp(ADDRESS, user())
  await expect.element(screen.getByRole('dialog').getByText('ages.csv').first()).toBeVisible()
  expect(screen.getByText('Updates 7 contacts').query()).toBeNull()
})
