/** Campaigns of all channels in one list. */
import type { PermissionSet } from '@notifly/contracts/roles/activities'
import type { CampaignCalendar } from '@notifly/contracts/campaigns/calendar'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { beforeAll, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'

const kit = await testApp()
const CHANNELS = ['email', 'sms', 'webpush']

let owner: ApplicationOwner
beforeAll(async () => {
  owner = await kit.withApplication()
  for (const channel of CHANNELS) {
    const body = { campaignName: `Autumn ${channel}` }
    await kit.call('POST', `/api/notifications/draft/${channel}`, { bearer: owner.bearer, body })
  }
})

const read = <Data>(path: string, { bearer }: { bearer: string } = owner) =>
  kit.call<Data>('GET', `/api/notifications/schedule${path}`, { bearer })

test('they are listed and counted together, or those of one channel', async () => {
  const { data } = await read<CampaignRow[]>('?sort=name')
  expect(data.map(({ platform }) => platform)).toEqual(CHANNELS)
  expect((await read<CampaignRow[]>('?channel=sms')).data).toMatchObject([{ campaignName: 'Autumn sms' }])
  const [mail] = data
  expect((await read<CampaignRow[]>(`?uuid=${mail?.uuid}`)).data).toEqual([mail])
  expect((await read(`?channel=sms&uuid=${mail?.uuid}`)).data).toEqual([])
  expect((await read('/counts')).data).toEqual({ draft: 3 })
  expect((await read('/counts?channel=webpush')).data).toEqual({ draft: 1 })
  expect((await read<CampaignCalendar>('/calendar')).data.entries).toEqual([])
  expect((await read('?channel=fax')).status).toBe(400)
})

test('a role sees the channels that are part of it, and is refused where none is', async () => {
  const team = approvalTeamOf(kit)
  const permissions = { '403': [1, 0] } as unknown as PermissionSet
  const pusher = await team.addMember(owner, await team.addRole(owner, { permissions }))
  expect((await read<CampaignRow[]>('', pusher)).data.map(({ platform }) => platform)).toEqual(['webpush'])
  expect((await read('/counts', pusher)).data).toEqual({ draft: 1 })
  expect((await read('?channel=email', pusher)).status).toBe(403)
  const other = { '201': [1, 0] } as unknown as PermissionSet
  const stranger = await team.addMember(owner, await team.addRole(owner, { permissions: other }))
  expect((await read('/calendar', stranger)).status).toBe(403)
})
