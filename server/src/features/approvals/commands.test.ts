/** Every write that can be held: a maker's changes nothing until it is approved, and then exactly what was asked. */
import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import type { Contact } from '@notifly/contracts/contacts/audience'
import { HELD_ACTIVITIES } from '@notifly/contracts/roles/permissions'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../background.ts'
import { type ApplicationOwner, type Reply, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { audienceFiles, formOf } from '../../testing/people/audience-files.ts'
import { addContacts, addSegment, setUpEmail } from '../../testing/campaigns.ts'

const kit = await testApp()
const { call } = kit
const team = approvalTeamOf(kit)
const files = audienceFiles(kit)
const [boss, clerk, checker] = [await kit.signUpAndIn(), await kit.signUpAndIn(), await kit.signUpAndIn()]

/** A new application of the same three people. */
async function newOffice() {
  const owner = await kit.withApplication(boss)
  return { owner, maker: await team.maker(owner, clerk), validator: await team.validator(owner, checker) }
}

const send = (who: ApplicationOwner, [method, path, body, headers]: Write): Promise<Reply<unknown>> =>
  call(method, path, { bearer: who.bearer, ...(body !== undefined && { body }), ...(headers && { headers }) })

type Write = readonly [method: string, path: string, body?: object, headers?: Record<string, string>]

interface Case {
  command: string
  activity: number
  /** Lays down what is written to. Answers the write, and how to see what it does. */
  prepare(owner: ApplicationOwner): Promise<{ write: Write; look: () => Promise<unknown> }>
  /** What is seen before and after. */
  before: unknown
  after: unknown
  /** Something new has nothing to hold against other writers. */
  isNew?: boolean
}

const smtp = { sender_email: 'a@e.example', host: '127.0.0.1', port_no: 2525, username: 'u', password: 'typed secret' }
const settings = (change: object = {}) => ({
  configuration_type: 'smtp',
  configuration_setting: { ...smtp, ...change },
})
const SETTINGS = '/api/notifications/email/configuration'
const SCHEDULE = '/api/notifications/schedule/email'
const later = () => ({
  message_type: { type: 1, date: Math.floor(kit.clock.now().getTime() / 1000) + 3 * 86_400 },
  campaign_start_date: { type: 3, local_time: 36_000, timezone: 'UTC' },
})
const now = { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } }
async function get<Data>(who: ApplicationOwner, path: string): Promise<Data> {
  return (await call<Data>('GET', path, { bearer: who.bearer })).data
}

async function addTemplate(owner: ApplicationOwner): Promise<string> {
  const body = { type: 'Email', name: 'Welcome', subject: 'Hello', html: '<p>Hello</p>' }
  const { data } = await call<{ template_uuid: string }>('POST', '/api/template', { bearer: owner.bearer, body })
  return data.template_uuid
}

const templateName = (owner: ApplicationOwner) => async () =>
  (await get<{ name: string; version: number }[]>(owner, '/api/template')).map(row => `${row.name} ${row.version}`)
const segmentNames = (owner: ApplicationOwner) => async () =>
  (await get<{ segment_name?: string; name: string; count: number }[]>(owner, '/api/audience/segment')).map(
    row => `${row.name} ${row.count}`,
  )
const host = (owner: ApplicationOwner) => async () =>
  (await get<{ configuration_setting: { host: string } } | null>(owner, SETTINGS))?.configuration_setting.host ?? null

/** A campaign that could go out, saved as a draft. */
async function addDraft(owner: ApplicationOwner, schedule: object): Promise<string> {
  await setUpEmail(kit, owner)
  const segment = await addSegment(kit, owner, 'People', await addContacts(kit, owner, ['ana@example.com']))
  const body = {
    campaignName: 'Spring',
    emailSubject: 'Spring is here',
    emailBody: '<p>Hello</p>',
    audience: { segment_uuids: [segment] },
    schedule,
  }
  const path = '/api/notifications/draft/email'
  return (await call<{ uuid: string }>('POST', path, { bearer: owner.bearer, body })).data.uuid
}

async function addScheduled(owner: ApplicationOwner): Promise<string> {
  const uuid = await addDraft(owner, later())
  await call('POST', SCHEDULE, { bearer: owner.bearer, body: { uuid } })
  return uuid
}

const campaign = (owner: ApplicationOwner, uuid?: string) => async () => {
  const rows = await get<{ uuid: string; campaignName: string; status: string }[]>(owner, SCHEDULE)
  return rows.filter(row => uuid === undefined || row.uuid === uuid).map(row => `${row.campaignName} ${row.status}`)
}

const FIELDS = '/api/audience/merge-fields'

/** Of contacts with the merge fields `plan` and `level`. */
function fieldCase(command: string, write: Write, after: string[]): Case {
  return {
    command,
    activity: ACTIVITY.audience,
    async prepare(owner) {
      await files.importAs(
        owner,
        { name: 'people.csv', content: 'email,plan,level\nana@example.com,gold,2\n' },
        'People',
      )
      const look = async () =>
        (await get<{ name: string; built_in: boolean }[]>(owner, FIELDS))
          .filter(row => !row.built_in)
          .map(row => row.name)
      return { write, look }
    },
    before: ['level', 'plan'],
    after,
  }
}

const FIELD_CASES = [
  fieldCase('merge-field.rename', ['PUT', FIELDS, { name: 'plan', new_name: 'tier' }], ['level', 'tier']),
  fieldCase('merge-field.merge', ['POST', `${FIELDS}/merge`, { name: 'level', into: 'plan' }], ['plan']),
  fieldCase('merge-field.delete', ['DELETE', `${FIELDS}?name=level`], ['plan']),
]

const CASES: Case[] = [
  {
    command: 'template.create',
    activity: ACTIVITY.templateEmail,
    prepare: async owner => ({
      write: ['POST', '/api/template', { type: 'Email', name: 'Offer', subject: 'Hi', html: '<p>Hi</p>' }],
      look: templateName(owner),
    }),
    before: [],
    after: ['Offer 1'],
    isNew: true,
  },
  {
    command: 'template.update',
    activity: ACTIVITY.templateEmail,
    async prepare(owner) {
      const path = `/api/template/${await addTemplate(owner)}`
      return { write: ['PUT', path, { type: 'Email', name: 'Goodbye', html: '<p>x</p>' }], look: templateName(owner) }
    },
    before: ['Welcome 1'],
    after: ['Goodbye 2'],
  },
  {
    command: 'template.restore',
    activity: ACTIVITY.templateEmail,
    async prepare(owner) {
      const path = `/api/template/${await addTemplate(owner)}`
      await send(owner, ['PUT', path, { type: 'Email', name: 'Welcome', subject: 'Second', html: '<p>2</p>' }])
      const look = async () => (await get<{ subject: string; version: number }>(owner, path)).subject
      return { write: ['POST', `${path}/versions/restore`, { version: 1 }], look }
    },
    before: 'Second',
    after: 'Hello',
  },
  {
    command: 'template.delete',
    activity: ACTIVITY.templateEmail,
    prepare: async owner => ({
      write: ['DELETE', `/api/template?template_uuid=${await addTemplate(owner)}`],
      look: templateName(owner),
    }),
    before: ['Welcome 1'],
    after: [],
  },
  {
    command: 'segment.create',
    activity: ACTIVITY.segmentation,
    async prepare(owner) {
      const contact_uuids = await addContacts(kit, owner, ['ana@example.com', 'bo@example.com'])
      return {
        write: ['POST', '/api/audience/segment', { segment_name: 'Two', contact_uuids }],
        look: segmentNames(owner),
      }
    },
    before: [],
    after: ['Two 2'],
    isNew: true,
  },
  {
    command: 'segment.update',
    activity: ACTIVITY.segmentation,
    async prepare(owner) {
      const contacts = await addContacts(kit, owner, ['ana@example.com', 'bo@example.com'])
      const id = await addSegment(kit, owner, 'Two', contacts)
      const body = { segment_name: 'One', contact_uuids: contacts.slice(1) }
      return { write: ['PUT', `/api/audience/segment?segment_uuid=${id}`, body], look: segmentNames(owner) }
    },
    before: ['Two 2'],
    after: ['One 1'],
  },
  {
    command: 'segment.delete',
    activity: ACTIVITY.segmentation,
    async prepare(owner) {
      const id = await addSegment(kit, owner, 'Two', [])
      return { write: ['DELETE', `/api/audience/segment?segment_uuid=${id}`], look: segmentNames(owner) }
    },
    before: ['Two 0'],
    after: [],
  },
  {
    command: 'segment.duplicate',
    activity: ACTIVITY.segmentation,
    isNew: true,
    async prepare(owner) {
      const segment_uuid = await addSegment(kit, owner, 'Two', [])
      return { write: ['POST', '/api/audience/segment/duplicate', { segment_uuid }], look: segmentNames(owner) }
    },
    before: ['Two 0'],
    after: ['Two copy 0', 'Two 0'],
  },
  ...FIELD_CASES,
  {
    command: 'import.insert',
    activity: ACTIVITY.segmentation,
    async prepare(owner) {
      const file = { name: 'people.csv', content: 'email\nana@example.com\n' }
      const { data } = await files.verify(owner, file)
      const look = async () => (await files.progress(owner, data.corelation_id)).segment_uuid !== null
      return { write: ['POST', `/api/audience/${data.corelation_id}`, { segment_name: 'People' }], look }
    },
    before: false,
    after: true,
  },
  {
    command: 'suppression.delete',
    activity: ACTIVITY.audience,
    async prepare(owner) {
      const path = '/api/audience/suppression'
      await send(owner, ['POST', path, { address: 'Ana@example.com', reason: 'complaint', note: 'wrote to us' }])
      const look = async () => (await get<{ address: string }[]>(owner, path)).map(row => row.address)
      return { write: ['DELETE', `${path}?channel=email&address=ana@example.com&reason=asked`], look }
    },
    before: ['ana@example.com'],
    after: [],
  },
  {
    command: 'consent.resubscribe',
    activity: ACTIVITY.audience,
    async prepare(owner) {
      const [id] = await addContacts(kit, owner, ['ana@example.com'])
      await send(owner, ['POST', `/api/audience/${id}/unsubscribe`, { reason: 'wrote to us' }])
      const look = async () =>
        (await get<{ channels: { status: string }[] }>(owner, `/api/audience/${id}/consent`)).channels[0]?.status
      return { write: ['POST', `/api/audience/${id}/resubscribe`, { reason: 'asked for it again' }], look }
    },
    before: 'unsubscribed',
    after: 'subscribed',
  },
  {
    command: 'contact.bulk-update',
    activity: ACTIVITY.segmentation,
    async prepare(owner) {
      const [id = ''] = await addContacts(kit, owner, ['ana@example.com'])
      const look = async () => (await kit.call<Contact>('GET', `/api/audience/${id}`, owner)).data.merge_fields['plan']
      const form = formOf({ name: 'changes.csv', content: `uuid,plan\n${id},gold\n` })
      return { write: ['POST', '/api/audience/update', form.body, form.headers], look }
    },
    before: undefined,
    after: 'gold',
    isNew: true,
  },
  {
    command: 'channel.create',
    activity: ACTIVITY.platformEmail,
    prepare: async owner => ({ write: ['POST', SETTINGS, settings()], look: host(owner) }),
    before: null,
    after: '127.0.0.1',
  },
  {
    command: 'channel.update',
    activity: ACTIVITY.platformEmail,
    async prepare(owner) {
      await setUpEmail(kit, owner)
      return { write: ['PUT', SETTINGS, settings({ host: 'localhost' })], look: host(owner) }
    },
    before: '127.0.0.1',
    after: 'localhost',
  },
  {
    command: 'channel.delete',
    activity: ACTIVITY.platformEmail,
    async prepare(owner) {
      await setUpEmail(kit, owner)
      return { write: ['DELETE', SETTINGS], look: host(owner) }
    },
    before: '127.0.0.1',
    after: null,
  },
  {
    command: 'campaign.launch',
    activity: ACTIVITY.campaignEmail,
    async prepare(owner) {
      const uuid = await addDraft(owner, now)
      return { write: ['POST', SCHEDULE, { uuid }], look: campaign(owner, uuid) }
    },
    before: ['Spring draft'],
    after: ['Spring pending'],
  },
  {
    command: 'campaign.update',
    activity: ACTIVITY.campaignEmail,
    async prepare(owner) {
      const uuid = await addScheduled(owner)
      return { write: ['PUT', `${SCHEDULE}?uuid=${uuid}`, { campaignName: 'Summer' }], look: campaign(owner, uuid) }
    },
    before: ['Spring scheduled'],
    after: ['Summer scheduled'],
  },
  {
    command: 'campaign.resume',
    activity: ACTIVITY.campaignEmail,
    async prepare(owner) {
      const uuid = await addScheduled(owner)
      await send(owner, ['POST', `${SCHEDULE}/pause`, { uuid }])
      return { write: ['POST', `${SCHEDULE}/resume`, { uuid }], look: campaign(owner, uuid) }
    },
    before: ['Spring paused'],
    after: ['Spring scheduled'],
  },
]

describe.each(CASES)('$command', ({ command, activity, prepare, before, after, isNew }) => {
  test('waits, keeps everybody else away, and is done exactly as asked when it is approved', async () => {
    const { owner, maker, validator } = await newOffice()
    const { write, look } = await prepare(owner)
    const approvalId = heldAs(await send(maker, write))
    expect(await look()).toEqual(before)
    for (const writer of isNew === true ? [] : [owner, maker]) {
      const { status, body } = await send(writer, write)
      expect([status, body.data]).toEqual([409, { approval_uuid: approvalId }])
    }

    const request = await team.read(validator, approvalId)
    expect(request).toMatchObject({ command, activity_id: activity, status: 0, group: 1, can_decide: true })
    expect(request?.payload['endpoint']).toMatch(/^\/api\//)
    expect(request?.title).not.toBe('')
    expect(request?.before === null).toBe(/create|import|bulk-update|launch|duplicate/.test(command))

    expect((await team.decide(validator, approvalId, 'approve')).data).toMatchObject({
      status: 1,
      decided_by: 'user',
      approver: { uuid: validator.user.uuid },
    })
    expect(await look()).toEqual(after)
    const acts = (await team.trail(owner)).map(({ action, actor }) => [action, actor.uuid])
    expect(acts.slice(-2)).toEqual(
      expect.arrayContaining([
        [command, maker.user.uuid],
        ['approval.approve', validator.user.uuid],
      ]),
    )
    expect(acts).toContainEqual(['approval.create', maker.user.uuid])
  })

  test('is done at once for whoever may approve it, and only with the level of the write', async () => {
    const { owner, validator } = await newOffice()
    const { write, look } = await prepare(owner)
    // Approves, but may only read: the level is asked first.
    expect((await send(validator, write)).status).toBe(403)
    expect([200, 201]).toContain((await send(owner, write)).status)
    expect(await look()).toEqual(after)
    expect((await team.list(owner)).data).toEqual([])
  })
})

const named = (object: string, activity: number, acts: string[]) =>
  acts.map(act => ({ command: `${object}.${act}`, activity }))

describe('the registry', () => {
  test('has every write of the list of what is held that exists, under its activity', () => {
    const triedElsewhere = [
      ...named('key', ACTIVITY.keys, ['create', 'update', 'revoke']),
      ...named('contact', ACTIVITY.audience, ['create', 'update', 'delete', 'erase']),
      ...named('contact', ACTIVITY.audience, ['bulk-delete', 'bulk-unsubscribe']),
      ...named('segment', ACTIVITY.segmentation, ['add', 'remove']),
      ...['site', 'safari'].flatMap(name => named(name, ACTIVITY.platformWebpush, ['create', 'update', 'delete'])),
      ...named('sign-up-form', ACTIVITY.audience, ['create', 'update', 'delete']),
      ...named('prices', ACTIVITY.platformSms, ['update']),
      ...named('prompts', ACTIVITY.platformWebpush, ['update']),
      ...named('whatsapp-template', ACTIVITY.templateWhatsapp, ['create', 'update', 'delete']),
    ]
    const byName = new Map([...CASES, ...triedElsewhere].map(({ command, activity }) => [command, activity]))
    expect(new Map(COMMANDS.all.map(({ name, activity }) => [name, activity]))).toEqual(byName)
    for (const { activity, level } of COMMANDS.all) {
      expect(HELD_ACTIVITIES).toContain(activity)
      expect(LEVEL[level]).toBeGreaterThan(LEVEL.read)
    }
  })
})
