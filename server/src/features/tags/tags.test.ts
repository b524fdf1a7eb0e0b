import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import type { Segment } from '@notifly/contracts/contacts/audience'
import { type TagUse, TAGS_MAX } from '@notifly/contracts/tags/tags'
import type { TemplateRow } from '@notifly/contracts/templates/templates'
import { expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const owner = await kit.withApplication()

const call = <Data = { changed: number }>(who: ApplicationOwner, method: string, path: string, body?: object) =>
  kit.call<Data>(method, path, { bearer: who.bearer, ...(body && { body }) })

/** One of each kind: how it is made, listed and tagged. */
const KINDS = {
  segment: {
    path: '/api/audience/segment/tags',
    list: '/api/audience/segment?',
    add: async (who: ApplicationOwner, name: string) =>
      (
        await call<{ segment_uuid: string }>(who, 'POST', '/api/audience/segment', {
          segment_name: name,
          contact_uuids: [],
        })
      ).data.segment_uuid,
  },
  template: {
    path: '/api/template/tags',
    list: '/api/template?',
    add: async (who: ApplicationOwner, name: string) =>
      (await call<{ template_uuid: string }>(who, 'POST', '/api/template', { type: 'SMS', name, text: 'Hello' })).data
        .template_uuid,
  },
  campaign: {
    path: '/api/notifications/tags',
    list: '/api/notifications/schedule?',
    add: async (who: ApplicationOwner, name: string) =>
      (await call<{ uuid: string }>(who, 'POST', '/api/notifications/draft/email', { campaignName: name })).data.uuid,
  },
} as const
type Kind = keyof typeof KINDS

const listed = async (who: ApplicationOwner, kind: Kind, query = '') =>
  (await call<(Segment | TemplateRow | CampaignRow)[]>(who, 'GET', `${KINDS[kind].list}${query}`)).data.map(row => [
    row.uuid,
    row.tags,
  ])
const tag = (who: ApplicationOwner, kind: Kind, body: object) => call(who, 'POST', KINDS[kind].path, body)
const known = async (who: ApplicationOwner, kind: Kind) =>
  (await call<TagUse[]>(who, 'GET', `/api/tags?kind=${kind}`)).data.map(use => [use.tag, use.count])

test.each(Object.keys(KINDS) as Kind[])(
  'a %s is tagged with others at once, found by a tag, and loses one',
  async kind => {
    const [one, two] = [await KINDS[kind].add(owner, 'One'), await KINDS[kind].add(owner, 'Two')]
    const both = await tag(owner, kind, { uuids: [one, two, crypto.randomUUID()], add: ['  Summer   SALE', 'vip'] })
    expect([both.status, both.data]).toEqual([200, { changed: 2 }])
    await tag(owner, kind, { uuids: [two], add: ['Élan'], remove: ['vip', 'never there'] })
    expect(await listed(owner, kind, 'sort=name')).toEqual([
      [one, ['summer sale', 'vip']],
      [two, ['summer sale', 'élan']],
    ])
    expect(await listed(owner, kind, 'tag=ÉLAN')).toEqual([[two, ['summer sale', 'élan']]])
    expect(await listed(owner, kind, 'tag=el')).toEqual([])
    expect(await known(owner, kind)).toEqual([
      ['summer sale', 2],
      ['vip', 1],
      ['élan', 1],
    ])
    const acts = (await team.trail(owner)).filter(({ action }) => action === `${kind}.tag`)
    expect(acts.map(({ object, after }) => [object.id, object.name, after])).toEqual([
      [null, '', { things: 2, tags_added: ['summer sale', 'vip'], tags_removed: [] }],
      [two, 'Two', { things: 1, tags_added: ['élan'], tags_removed: ['vip', 'never there'] }],
    ])

    // Of another application nothing is tagged, and nothing told.
    const stranger = await kit.withApplication()
    expect((await tag(stranger, kind, { uuids: [one], add: ['theirs'] })).data).toEqual({ changed: 0 })
    expect([await known(stranger, kind), (await known(owner, kind)).length]).toEqual([[], 3])
  },
)

test('a copy of a campaign and of a template is tagged as its original', async () => {
  const campaign = await KINDS.campaign.add(owner, 'Original')
  await tag(owner, 'campaign', { uuids: [campaign], add: ['winter', 'copied'] })
  const copy = await call<{ uuid: string }>(owner, 'POST', '/api/notifications/schedule/email/duplicate', {
    uuid: campaign,
  })
  const tagsOf = Object.fromEntries(await listed(owner, 'campaign', 'tag=copied')) as Record<string, string[]>
  expect(tagsOf).toEqual({ [campaign]: ['copied', 'winter'], [copy.data.uuid]: ['copied', 'winter'] })

  const template = { type: 'SMS', name: 'Born tagged', text: 'Hello', tags: ['Copied', 'winter', 'copied'] }
  const made = await call<{ template_uuid: string }>(owner, 'POST', '/api/template', template)
  expect(await listed(owner, 'template', 'tag=copied')).toEqual([[made.data.template_uuid, ['copied', 'winter']]])
  const full = await call(owner, 'POST', '/api/template', { ...template, tags: Array(21).fill('x') })
  expect([full.status, full.body.errors?.[0]?.field]).toEqual([400, 'tags'])
})

test('there are at most twenty on one, of forty letters and without commas', async () => {
  const id = await KINDS.segment.add(owner, 'Full')
  const many = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} ${n}`)
  expect((await tag(owner, 'segment', { uuids: [id], add: many(TAGS_MAX, 'first') })).status).toBe(200)
  for (const add of [['one more'], many(21, 'x'), ['a'.repeat(41)], ['a,b'], [' ']]) {
    const { status, body } = await tag(owner, 'segment', { uuids: [id], add })
    expect([status, body.errors?.[0]?.field.slice(0, 3)]).toEqual([400, 'add'])
  }
  const swapped = await tag(owner, 'segment', { uuids: [id], add: ['one more'], remove: ['first 0'] })
  expect(swapped.status).toBe(200)
})

test('takes the right to change the thing, and no second person', async () => {
  const id = await KINDS.campaign.add(owner, 'Rights')
  const tagIt = async (who: ApplicationOwner) => (await tag(who, 'campaign', { uuids: [id], add: ['mine'] })).status
  const withRights = async (permissions: Record<string, [1 | 2 | 3 | 4, 0 | 1]>) =>
    team.addMember(owner, await team.addRole(owner, { permissions }))
  expect(await tagIt(await withRights({ '401': [1, 0] }))).toBe(403)
  expect(await tagIt(await withRights({ '402': [4, 0] }))).toBe(403)
  const maker = await withRights({ '401': [3, 0] })
  expect(await tagIt(maker)).toBe(200)
  expect((await call(maker, 'GET', '/api/tags?kind=segment')).status).toBe(403)
})
