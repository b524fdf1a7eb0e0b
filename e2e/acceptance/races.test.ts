/** The same thing asked several times at once: it is done once, and no caller is told of a failure of ours. */
import { createDraft, scheduleCampaign } from '@notifly/contracts/campaigns/calls'
import { createEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { createSegment } from '@notifly/contracts/contacts/audience'
import { signUp } from '@notifly/contracts/accounts/accounts'
import { saveApplication } from '@notifly/contracts/applications/applications'
import { createOrganization } from '@notifly/contracts/organizations/organizations'
import { insertImport, verifyImport } from '@notifly/contracts/imports/imports'
import { createTemplate } from '@notifly/contracts/templates/templates'
import { afterAll, expect, inject, test } from 'vitest'
import { newEmail, newOwner, type Owner, PASSWORD } from '../product/people.ts'
import { importAudience, saveTemplate } from '../product/seeds.ts'
import { AT_ONCE } from '../product/seeds.ts'
import { addresses, audienceFile, ended, launch, mailServer, sendThrough } from './campaigns.ts'
import { startMailServer } from './mail-server.ts'

const url = inject('url')
const server = await startMailServer()
afterAll(() => server.close())
const owner = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
await sendThrough(owner, server.port)
const segment = await importAudience(owner, audienceFile(addresses(50)), 'Fifty people')

const AT_THE_SAME_TIME = 8

test('a draft launched several times at once is one campaign, and one mail for each person', async () => {
  const { api, token } = owner
  const { uuid } = await api(createDraft, {
    token,
    body: {
      campaignName: 'Launched in haste',
      emailSubject: 'Launched in haste',
      emailBody: '<p>Hello</p>',
      audience: { segment_uuids: [segment] },
      schedule: AT_ONCE,
    },
  })
  const statuses = await allAtOnce('POST', scheduleCampaign.path, () => ({ uuid }))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: AT_THE_SAME_TIME - 1 }, () => 409)])
  expect((await ended(owner, uuid)).counts).toEqual({ sent: 50 })
  expect(server.mails.filter(({ content }) => content.includes('Subject: Launched in haste'))).toHaveLength(50)
})

test('pause, resume and cancel crossing each other leave a campaign that ends, and nobody gets it twice', async () => {
  const campaign = await launch(owner, { segment, name: 'Back and forth', subject: 'Back and forth' })
  const act = (what: string) => () => ask(owner, 'POST', `${scheduleCampaign.path}/${what}`, { uuid: campaign })
  const acts = [act('pause'), act('resume'), act('pause'), act('resume'), act('pause'), act('resume')]
  const answers = await Promise.all(acts.map(one => one()))
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
  await act('resume')()
  const { counts } = await ended(owner, campaign)
  expect(counts).toEqual({ sent: 50 })
  const got = server.mails.filter(({ content }) => content.includes('Subject: Back and forth')).map(({ to }) => to)
  expect(got).toHaveLength(new Set(got).size)
})

test.each([
  ['a segment', createSegment, { segment_name: 'The same', contact_uuids: [] }, 201],
  ['a template', createTemplate, { type: 'Email', name: 'The same', subject: 'x', html: '<p>x</p>' }, 201],
])('%s of one name created several times at once exists once', async (_, { method, path }, body, created) => {
  const statuses = await allAtOnce(method, path, () => body)
  expect(statuses.filter(status => status === created)).toHaveLength(1)
  expect(statuses.filter(status => status !== created && status !== 400 && status !== 409)).toEqual([])
})

test('email set up several times at once is set up once', async () => {
  const other = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
  const statuses = await allAtOnce('POST', createEmailConfiguration.path, () => mailServer(server.port), other)
  expect(statuses.filter(status => status === 201)).toHaveLength(1)
  expect(statuses.filter(status => status !== 201 && status !== 409)).toEqual([])
})

test('a file inserted several times at once is one segment with everybody once', async () => {
  const form = new FormData()
  form.set('file', new File([audienceFile(addresses(500, 'twice'))], 'audience.csv'))
  const { corelation_id } = await owner.api(verifyImport, { token: owner.token, body: form })
  const path = insertImport.path.replace('{uuid}', corelation_id)
  const statuses = await allAtOnce('POST', path, () => ({ segment_name: 'Twice' }))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test.each([
  ['sign-ups of one address', signUp, () => SIGN_UP],
  ['organizations of one name', createOrganization, () => ({ name: 'The same' })],
  ['applications of one name', saveApplication, () => ({ name: 'The same' })],
  [
    'versions of a template',
    createTemplate,
    () => ({ type: 'Email', name: `T ${crypto.randomUUID()}`, html: '<p></p>' }),
  ],
])('%s at once are no failure of ours', async (_, { method, path }, body) => {
  expect((await allAtOnce(method, path, body)).filter(status => status >= 500)).toEqual([])
})

test('a template saved several times at once has a version for each that was taken', async () => {
  const template = await saveTemplate(owner, { name: 'Busy', subject: 'x', html: '<p>x</p>' })
  const body = { type: 'Email', name: 'Busy', subject: 'y', html: '<p>y</p>', version: 1 }
  const statuses = await allAtOnce('PUT', `/api/template/${template}`, () => body)
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(statuses.filter(status => status !== 200 && status !== 409)).toEqual([])
})

const SIGN_UP = { name: 'Ada', email: newEmail(), password: PASSWORD }

async function allAtOnce(method: string, path: string, body: () => object, who = owner): Promise<number[]> {
  const calls = Array.from({ length: AT_THE_SAME_TIME }, () => ask(who, method, path, body()))
  return (await Promise.all(calls)).map(({ status }) => status)
}

async function ask({ token }: Owner, method: string, path: string, body: object) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}
