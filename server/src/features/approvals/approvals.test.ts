/** Requests and decisions: who sees what, who decides, how it ends. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import { describe, expect, test } from 'vitest'
import { type ApplicationOwner, type Reply, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'
import { addContacts, addSegment, setUpEmail } from '../../testing/campaigns.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'

const kit = await testApp()
const { call, database } = kit
const team = approvalTeamOf(kit)
const [boss, clerk, checker] = [
  await kit.signUpAndIn(),
  await kit.signUpAndIn({ name: 'Kiran Rao' }),
  await kit.signUpAndIn({ name: 'Vera Lind' }),
]

async function newOffice() {
  const owner = await kit.withApplication(boss)
  return { owner, maker: await team.maker(owner, clerk), validator: await team.validator(owner, checker) }
}

const template = (change: object = {}) => ({
  type: 'Email',
  name: 'Offer',
  subject: 'Hi',
  html: '<p>Hi</p>',
  ...change,
})

const create = ({ bearer }: ApplicationOwner, body: object = template()): Promise<Reply<unknown>> =>
  call('POST', '/api/template', { bearer, body })

async function addTemplate(owner: ApplicationOwner): Promise<string> {
  const { data } = await create(owner)
  return (data as { template_uuid: string }).template_uuid
}

const templates = async ({ bearer }: ApplicationOwner) =>
  (await call<{ name: string; uuid: string; approval_uuid?: string }[]>('GET', '/api/template', { bearer })).data

describe('a request', () => {
  test('holds the whole command and what stood there, under the same names', async () => {
    const { owner, maker, validator } = await newOffice()
    const uuid = await addTemplate(owner)
    const html = `<p>${'long '.repeat(2000)}</p>`
    const change = template({ subject: 'Later', html })
    const approvalId = heldAs(await call('PUT', `/api/template/${uuid}`, { bearer: maker.bearer, body: change }))
    const request = await team.read(validator, approvalId)
    expect(request).toMatchObject({
      module: 'Template Email',
      title: 'Offer',
      object_uuid: uuid,
      maker: { uuid: clerk.user.uuid, name: 'Kiran Rao' },
      approver: null,
      decided_by: null,
      payload: { endpoint: '/api/template/{uuid}', template_uuid: uuid, subject: 'Later', html },
      before: { name: 'Offer', subject: 'Hi', html: '<p>Hi</p>' },
      original: { subject: 'Hi' },
      is_shortened: false,
      can_decide: true,
      can_withdraw: false,
    })
    expect((request?.due_on ?? 0) - (request?.created_on ?? 0)).toBe(24 * 3600)
    const [row] = (await team.list(maker)).data
    expect(row).toMatchObject({ uuid: approvalId, is_shortened: true, can_decide: false, can_withdraw: true })
    expect(String(row?.payload['html']).length).toBeLessThan(6000)
    expect(await templates(owner)).toMatchObject([{ uuid, approval_uuid: approvalId }])
  })

  test('is stored only for what could be done right now', async () => {
    const { owner, maker } = await newOffice()
    await addTemplate(owner)
    const broken = await create(maker, template({ name: 'Other', html: '{{ unclosed' }))
    expect([broken.status, broken.body.errors?.[0]?.field]).toEqual([400, 'html'])
    const taken = await create(maker)
    expect([taken.status, taken.body.errors?.[0]?.field]).toEqual([400, 'name'])
    const foreign = crypto.randomUUID()
    const gone = await call('PUT', `/api/template/${foreign}`, { bearer: maker.bearer, body: template() })
    expect(gone.status).toBe(404)
    expect((await team.list(owner)).data).toEqual([])
  })

  test('of a draft is what the draft said then; the draft is not changed or deleted while it waits', async () => {
    const { owner, maker, validator } = await newOffice()
    await setUpEmail(kit, owner)
    const segment = await addSegment(kit, owner, 'People', await addContacts(kit, owner, ['ana@example.com']))
    const body = {
      campaignName: 'Spring',
      emailSubject: 'Spring is here',
      emailBody: '<p>Hello</p>',
      audience: { segment_uuids: [segment] },
      schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } },
      attachments: [{ content: 'aGVsbG8=', filename: 'hello.txt', type: 'text/plain' }],
    }
    const draft = '/api/notifications/draft/email'
    const { uuid } = (await call<{ uuid: string }>('POST', draft, { bearer: maker.bearer, body })).data
    const schedule = '/api/notifications/schedule/email'
    const approvalId = heldAs(await call('POST', schedule, { bearer: maker.bearer, body: { uuid } }))
    const edit = { bearer: maker.bearer, body: { emailSubject: 'Something else' } }
    expect((await call('PUT', `${draft}?uuid=${uuid}`, edit)).status).toBe(409)
    expect((await call('DELETE', `${schedule}?uuid=${uuid}`, { bearer: owner.bearer })).status).toBe(409)
    const request = await team.read(validator, approvalId)
    expect(request?.payload).toMatchObject({ emailSubject: 'Spring is here', attachments: body.attachments })
    await team.withdraw(maker, approvalId)
    expect((await call('PUT', `${draft}?uuid=${uuid}`, edit)).status).toBe(200)
  })

  test('never stands in the way of stopping a campaign', async () => {
    const { owner, maker, validator } = await newOffice()
    await setUpEmail(kit, owner)
    const segment = await addSegment(kit, owner, 'People', await addContacts(kit, owner, ['ana@example.com']))
    const date = Math.floor(kit.clock.now().getTime() / 1000) + 3 * 86_400
    const body = {
      campaignName: 'Spring',
      emailSubject: 'Spring is here',
      emailBody: '<p>Hello</p>',
      audience: { segment_uuids: [segment] },
      schedule: {
        message_type: { type: 1, date },
        campaign_start_date: { type: 3, local_time: 36_000, timezone: 'UTC' },
      },
    }
    const path = '/api/notifications/schedule/email'
    const { uuid } = (await call<{ uuid: string }>('POST', path, { bearer: owner.bearer, body })).data
    const change = { bearer: maker.bearer, body: { emailSubject: 'Other' } }
    const approvalId = heldAs(await call('PUT', `${path}?uuid=${uuid}`, change))
    const listed = await call<{ approval_uuid?: string }[]>('GET', path, { bearer: maker.bearer })
    expect(listed.data[0]?.approval_uuid).toBe(approvalId)
    expect((await call('DELETE', `${path}?uuid=${uuid}`, { bearer: owner.bearer })).status).toBe(200)
    const refused = await team.decide(validator, approvalId, 'approve')
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('cancelled campaign')])
  })
})

describe('deciding', () => {
  test('to reject needs a reason, which the maker reads', async () => {
    const { owner, maker, validator } = await newOffice()
    const approvalId = heldAs(await create(maker))
    for (const words of [undefined, '', '   ']) {
      const { status, body } = await team.decide(validator, approvalId, 'reject', words)
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'description'])
    }
    expect((await team.decide(validator, approvalId, 'reject', 'Too loud.')).status).toBe(200)
    expect(await team.read(maker, approvalId)).toMatchObject({
      status: 2,
      description: 'Too loud.',
      approver: { name: 'Vera Lind' },
      can_reopen: true,
    })
    expect(await templates(owner)).toEqual([])
    expect((await team.list(maker, 'description=LOUD')).data).toHaveLength(1)
    expect((await team.list(maker, 'description=quiet')).data).toEqual([])
    const rejection = (await team.trail(owner)).find(({ action }) => action === 'approval.reject')
    expect(rejection?.after).toMatchObject({ command: 'template.create', description: 'Too loud.' })
  })

  test('is nothing for the maker, nor for those who may not approve it, nor for strangers', async () => {
    const { owner, maker } = await newOffice()
    const stranger = await kit.withApplication()
    const colleague = await team.maker(owner)
    const approvalId = heldAs(await create(maker))
    expect((await team.decide(maker, approvalId, 'approve')).status).toBe(403)
    expect((await team.decide(colleague, approvalId, 'approve')).status).toBe(404)
    expect((await team.decide(stranger, approvalId, 'approve')).status).toBe(404)
    expect((await team.withdraw(stranger, approvalId)).status).toBe(404)
    expect((await team.withdraw(owner, approvalId)).status).toBe(404)
    expect(await team.read(stranger, approvalId)).toBeUndefined()
    expect(await team.read(colleague, approvalId)).toBeUndefined()
    expect((await team.list(stranger)).data).toEqual([])
    expect((await team.list(colleague)).data).toEqual([])
    expect((await team.list(owner)).data).toHaveLength(1)
  })

  test('by two at the same moment counts once, and the other is told who was first', async () => {
    const { owner, maker, validator } = await newOffice()
    const approvalId = heldAs(await create(maker))
    const answers = await Promise.all([
      team.decide(validator, approvalId, 'approve'),
      team.decide(owner, approvalId, 'reject', 'No.'),
      team.decide(owner, approvalId, 'approve'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const first = answers.find(({ status }) => status === 200)?.data.approver?.name
    const late = answers.filter(({ status }) => status === 409)
    for (const { body } of late) expect(body.message).toMatch(new RegExp(`^${first} already \\w+ this request\\.$`))
    const done = (await team.trail(owner)).filter(({ action }) => /^approval\.(approve|reject)$/.test(action))
    expect(done).toHaveLength(1)
    expect(await templates(owner)).toHaveLength(first === 'Vera Lind' || answers[2]?.status === 200 ? 1 : 0)
  })

  test('what can no longer be applied is refused with the reason, and stays open', async () => {
    const { owner, maker, validator } = await newOffice()
    const people = await addContacts(kit, owner, ['ana@example.com'])
    const body = { segment_name: 'People', contact_uuids: people }
    const approvalId = heldAs(await call('POST', '/api/audience/segment', { bearer: maker.bearer, body }))
    const direct = { bearer: owner.bearer, body }
    expect((await call('POST', '/api/audience/segment', direct)).status).toBe(201)
    const refused = await team.decide(validator, approvalId, 'approve')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('This can no longer be applied: A segment with this name already exists.')
    expect(await team.read(validator, approvalId)).toMatchObject({ status: 0, can_decide: true })
    expect((await team.decide(validator, approvalId, 'reject', 'It is there already.')).status).toBe(200)
  })

  test('about an object that was deleted meanwhile is refused, and stays open', async () => {
    const { owner, maker, validator } = await newOffice()
    const uuid = await addTemplate(owner)
    const approvalId = heldAs(await call('PUT', `/api/template/${uuid}`, { bearer: maker.bearer, body: template() }))
    await database.kysely.deleteFrom('template').where('template_id', '=', uuid).execute()
    const refused = await team.decide(validator, approvalId, 'approve')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This can no longer be applied: its subject no longer exists.',
    ])
    expect((await team.read(validator, approvalId))?.status).toBe(0)
  })

  test('carries out nothing for a maker who may not do it any more', async () => {
    const { owner, maker, validator } = await newOffice()
    const approvalId = heldAs(await create(maker))
    await database.kysely
      .updateTable('member')
      .set({ role_id: DEFAULT_ROLE_IDS.validator })
      .where('organization_id', '=', owner.organizationId)
      .where('account_id', '=', maker.user.uuid)
      .execute()
    expect((await team.decide(validator, approvalId, 'approve')).status).toBe(409)
    expect(await templates(owner)).toEqual([])
  })

  test('of writers who come at once one is stored per object, the others are told', async () => {
    const { owner, maker } = await newOffice()
    const uuid = await addTemplate(owner)
    const write = (who: ApplicationOwner) =>
      call('PUT', `/api/template/${uuid}`, { bearer: who.bearer, body: template() })
    const answers = await Promise.all([write(maker), write(maker), write(owner), write(maker)])
    const held = answers.filter(({ status }) => status === 202)
    expect(held).toHaveLength(1)
    for (const { status } of answers) expect([200, 202, 409]).toContain(status)
  })
})

describe('lists', () => {
  test('show a maker their own, an approver those of their activities, Owner and Admin all', async () => {
    const { owner, maker, validator } = await newOffice()
    const [people] = await addContacts(kit, owner, ['ana@example.com'])
    const segmentApprover = await team.addMember(
      owner,
      await team.addRole(owner, { permissions: { [ACTIVITY.segmentation]: [1, 1] } }),
    )
    heldAs(await create(maker))
    const body = { segment_name: 'People', contact_uuids: [people] }
    heldAs(await call('POST', '/api/audience/segment', { bearer: maker.bearer, body }))
    const commands = async (who: ApplicationOwner, query = '') =>
      (await team.list(who, query)).data.map(({ command }) => command)
    const admin = await team.addMember(owner, DEFAULT_ROLE_IDS.admin)
    for (const who of [maker, validator, owner, admin]) {
      expect(await commands(who)).toEqual(['segment.create', 'template.create'])
    }
    expect(await commands(segmentApprover)).toEqual(['segment.create'])
    expect(await commands(owner, 'activity_id=101')).toEqual(['template.create'])
    expect(await commands(owner, 'mine=1')).toEqual([])
    expect(await commands(owner, 'status=2')).toEqual([])
    const page = await call<Approval[]>('GET', '/api/approvals?page=2&per_page=1', { bearer: owner.bearer })
    expect(page.headers).toMatchObject({ 'x-notifly-total-count': '2', 'x-notifly-previous-page': '1' })
    const pending = await call('GET', '/api/maker-checker/pending', { bearer: maker.bearer })
    expect(pending.data).toEqual([
      { activity_id: 101, count: 1, settings: [] },
      { activity_id: 201, count: 1, settings: [] },
    ])
    const { data } = await call('GET', '/api/maker-checker/pending', { bearer: segmentApprover.bearer })
    expect(data).toEqual([{ activity_id: 201, count: 1, settings: [] }])
  })

  test('tell every reader of a module which settings a request waits for, before there are any', async () => {
    const { owner, maker } = await newOffice()
    const configuration_setting = { sender_email: 'a@example.com', host: 'mail.example.com', port_no: 25 }
    const body = {
      configuration_type: 'smtp',
      configuration_setting: { ...configuration_setting, username: 'shop', password: 'hunter2-and-more' },
    }
    const ask = (who: ApplicationOwner) =>
      call('POST', '/api/notifications/email/configuration', { bearer: who.bearer, body })
    const approvalId = heldAs(await ask(maker))
    const other = await team.addMember(
      owner,
      await team.addRole(owner, { permissions: { [ACTIVITY.platformEmail]: [4, 0] } }),
    )
    expect((await ask(other)).status).toBe(409)
    const { data } = await call('GET', '/api/maker-checker/pending', { bearer: other.bearer })
    const settings = [{ object: 'channel', id: 'email', approval_uuid: approvalId }]
    expect(data).toEqual([{ activity_id: 301, count: 1, settings }])
  })

  test.each(['status=9', 'status=x', 'uuid=1', 'activity_id=1', 'mine=yes', 'page=0'])('refuse %s', async query => {
    const { owner } = await newOffice()
    expect((await call('GET', `/api/approvals?${query}`, { bearer: owner.bearer })).status).toBe(400)
  })
})

describe('a request ends', () => {
  test('when its maker withdraws it, once', async () => {
    const { maker, owner, validator } = await newOffice()
    const approvalId = heldAs(await create(maker))
    expect((await team.withdraw(maker, approvalId)).status).toBe(200)
    expect(await team.read(maker, approvalId)).toMatchObject({ status: 3, approver: null, can_withdraw: false })
    expect((await team.withdraw(maker, approvalId)).status).toBe(409)
    expect((await team.decide(validator, approvalId, 'approve')).body.message).toBe(
      'Kiran Rao already withdrew this request.',
    )
    expect((await team.trail(owner)).map(({ action }) => action)).toContain('approval.withdraw')
    expect((await create(maker)).status).toBe(202)
  })

  test('with the membership of its maker', async () => {
    const { owner } = await newOffice()
    const maker = await team.maker(owner)
    const approvalId = heldAs(await create(maker))
    const path = `/authP/user?uuid=${maker.user.uuid}&organization_uuid=${owner.organizationId}`
    expect((await call('DELETE', path, { bearer: owner.bearer })).status).toBe(200)
    expect(await team.read(owner, approvalId)).toMatchObject({ status: 3 })
  })
})

describe('a rejected request', () => {
  test('is corrected and sent again, and the two know each other', async () => {
    const { owner, maker, validator } = await newOffice()
    const first = heldAs(await create(maker))
    await team.decide(validator, first, 'reject', 'The subject is missing a name.')
    const second = heldAs(await create(maker, { ...template({ subject: 'Hi Ana' }), reopens: first }))
    expect(await team.read(maker, second)).toMatchObject({ reopens: first, reopened_by: null })
    expect(await team.read(maker, first)).toMatchObject({ reopened_by: second, can_reopen: false })
    expect((await team.read(maker, second))?.payload).not.toHaveProperty('reopens')
    await team.decide(validator, second, 'approve')
    expect(await templates(owner)).toMatchObject([{ name: 'Offer' }])
  })

  test('is answered by its maker only, and only once it is rejected', async () => {
    const { owner, maker, validator } = await newOffice()
    const open = heldAs(await create(maker))
    const colleague = await team.maker(owner)
    const reopen = (who: ApplicationOwner, reopens: string) => create(who, { ...template({ name: 'New' }), reopens })
    expect((await reopen(maker, open)).body.errors?.[0]?.field).toBe('reopens')
    await team.decide(validator, open, 'reject', 'No.')
    expect((await reopen(colleague, open)).status).toBe(400)
    expect((await reopen(maker, crypto.randomUUID())).status).toBe(400)
    expect((await reopen(maker, 'no id')).status).toBe(400)
  })
})

describe('two people', () => {
  test("approvers' own writes wait for another approver too", async () => {
    const { owner, validator } = await newOffice()
    await team.setTwoPeople(owner)
    const approvalId = heldAs(await create(owner))
    expect((await team.decide(owner, approvalId, 'approve')).status).toBe(403)
    expect((await team.decide(validator, approvalId, 'approve')).status).toBe(200)
    expect(await templates(owner)).toHaveLength(1)
  })
})

test('the file of an import is there for those who see the request, longer than a file that nobody waits for', async () => {
  const { owner, maker, validator } = await newOffice()
  const files = audienceFiles(kit)
  const content = 'email\nana@example.com\n'
  const { data } = await files.verify(maker, { name: 'Kunden Köln.csv', content })
  const approvalId = heldAs(await files.insert(maker, data.corelation_id, 'Kunden'))
  expect(await files.progress(maker, data.corelation_id)).toMatchObject({
    state: 'verified',
    approval_uuid: approvalId,
  })
  expect(await team.read(validator, approvalId)).toMatchObject({
    file_name: 'Kunden Köln.csv',
    payload: { segment_name: 'Kunden', new: 1, updated: 0, rejected: 0 },
  })
  const download = (who: ApplicationOwner) =>
    kit.app.inject({
      url: `/api/audience/download/file?uuid=${approvalId}`,
      headers: { authorization: `Bearer ${who.bearer}` },
    })
  const file = await download(validator)
  expect([file.statusCode, file.body]).toEqual([200, content])
  expect(file.headers['content-disposition']).toContain("filename*=UTF-8''Kunden%20K%C3%B6ln.csv")
  expect((await download(await kit.withApplication())).statusCode).toBe(404)
  expect((await download(await team.maker(owner))).statusCode).toBe(404)
  const { expires_at: expiresAt } = await database.kysely
    .selectFrom('import')
    .where('import_id', '=', data.corelation_id)
    .select('expires_at')
    .executeTakeFirstOrThrow()
  expect(expiresAt.getTime() - kit.clock.now().getTime()).toBeGreaterThan(60 * 3_600_000)
})
