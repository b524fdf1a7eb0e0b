/** What an approver of a campaign agrees to is what is sent, also when its template is changed meanwhile. */
import { expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../../testing/approvals.ts'
import { addContacts, addSegment, setUpEmail } from '../../../testing/campaigns.ts'

const kit = await testApp()
const { call } = kit
const team = approvalTeamOf(kit)

const SCHEDULE = '/api/notifications/schedule/email'
const CHANGED = 'This can no longer be applied: Template Offer has changed since. Request approval again.'

const offer = (subject: string) => ({ type: 'Email', name: 'Offer', subject, html: `<p>${subject}</p>` })

async function newOffice() {
  const owner = await kit.withApplication(await kit.signUpAndIn())
  await setUpEmail(kit, owner)
  const segment = await addSegment(kit, owner, 'People', await addContacts(kit, owner, ['ana@example.com']))
  const body = offer('First')
  const { data } = await call<{ template_uuid: string }>('POST', '/api/template', { bearer: owner.bearer, body })
  const { template_uuid } = data
  const date = Math.floor(kit.clock.now().getTime() / 1000) + 3 * 86_400
  const campaign = {
    campaignName: 'Spring',
    template_uuid,
    emailBody: '<p>Left from before</p>',
    audience: { segment_uuids: [segment] },
    schedule: {
      message_type: { type: 1, date },
      campaign_start_date: { type: 3, local_time: 36_000, timezone: 'UTC' },
    },
  }
  const [maker, validator] = [await team.maker(owner), await team.validator(owner)]
  return { owner, maker, validator, template: template_uuid, campaign }
}

const saveAs = ({ bearer }: ApplicationOwner, template: string, subject: string) =>
  call('PUT', `/api/template/${template}`, { bearer, body: offer(subject) })

test('a launch shows what its template says and is refused once that has changed; asked for again, it goes', async () => {
  const { owner, maker, validator, template, campaign } = await newOffice()
  const first = heldAs(await call('POST', SCHEDULE, { bearer: maker.bearer, body: campaign }))
  expect((await team.read(validator, first))?.payload['templates']).toEqual([
    { uuid: template, name: 'Offer', version: 1, subject: 'First', html: '<p>First</p>' },
  ])
  expect((await saveAs(owner, template, 'Second')).status).toBe(200)
  const refused = await team.decide(validator, first, 'approve')
  expect([refused.status, refused.body.message]).toEqual([409, CHANGED])
  expect(await team.read(validator, first)).toMatchObject({ status: 0, can_decide: true })
  await team.decide(validator, first, 'reject', 'Look at the new template.')

  const body = { ...campaign, reopens: first }
  const second = heldAs(await call('POST', SCHEDULE, { bearer: maker.bearer, body }))
  expect((await team.decide(validator, second, 'approve')).status).toBe(200)
  const entry = (await team.trail(owner)).find(({ action }) => action === 'campaign.launch')
  expect(entry?.after).toMatchObject({ template: ['Offer (2)'] })
  expect(JSON.stringify(entry)).not.toContain('<p>Second</p>')
})

test('a change of a scheduled campaign is held to the template that it keeps', async () => {
  const { owner, maker, validator, template, campaign } = await newOffice()
  const { data } = await call<{ uuid: string }>('POST', SCHEDULE, { bearer: owner.bearer, body: campaign })
  const body = { campaignName: 'Summer' }
  const held = heldAs(await call('PUT', `${SCHEDULE}?uuid=${data.uuid}`, { bearer: maker.bearer, body }))
  await saveAs(owner, template, 'Second')
  const refused = await team.decide(validator, held, 'approve')
  expect([refused.status, refused.body.message]).toEqual([409, CHANGED])
})

test('a plan goes on with the template that was approved; a run that has begun keeps its own', async () => {
  const { owner, maker, validator, template, campaign } = await newOffice()
  const now = { message_type: { type: 1 }, campaign_start_date: { type: 1 } }
  const [planned, begun] = await Promise.all(
    [campaign, { ...campaign, campaignName: 'At once', schedule: now }].map(async body => {
      const { data } = await call<{ uuid: string }>('POST', SCHEDULE, { bearer: owner.bearer, body })
      await call('POST', `${SCHEDULE}/pause`, { bearer: owner.bearer, body: { uuid: data.uuid } })
      return heldAs(await call('POST', `${SCHEDULE}/resume`, { bearer: maker.bearer, body: { uuid: data.uuid } }))
    }),
  )
  await saveAs(owner, template, 'Second')
  const refused = await team.decide(validator, planned ?? '', 'approve')
  expect([refused.status, refused.body.message]).toEqual([409, CHANGED])
  expect((await team.decide(validator, begun ?? '', 'approve')).status).toBe(200)
})
