import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { describe, expect, test } from 'vitest'
import { pageAt } from '../../components/rights/page-rights.ts'
import { createAppRouter } from '../../router.ts'
import { applicationLinks, isActive, navVariant, offeredEntries } from './nav-links.ts'

const router = createAppRouter()

describe('which navbar a path has', () => {
  test.each([
    ['/applications', 'lists'],
    ['/organizations', 'lists'],
    ['/applications/new/edit', 'none'],
    ['/applications/abc/edit', 'none'],
    ['/organizations/abc/edit', 'none'],
    ['/onboarding', 'none'],
    ['/', 'none'],
    ['/applications/abc/dashboard', 'application'],
    ['/applications/abc/settings/role/def/edit', 'application'],
  ] as const)('%s: %s', (path, variant) => {
    expect(navVariant(path)).toBe(variant)
  })
})

test('links that lead nowhere are left out, and groups that are then empty', () => {
  const exists = (path: string) => path.endsWith('/dashboard')
  expect(offeredEntries(applicationLinks('abc'), exists).map(entry => entry.word)).toEqual(['dashboard'])
  const withSettings = offeredEntries(applicationLinks('abc'), path => path.endsWith('/settings/platform'))
  expect(withSettings).toMatchObject([{ word: 'settings', links: [{ word: 'platform' }] }])
})

test('messages by channel lead to the campaigns of that channel, for who may read them', () => {
  const groups = applicationLinks('abc').filter(entry => 'links' in entry)
  expect(groups.find(({ word }) => word === 'messages')?.links.map(({ to }) => to)).toEqual([
    '/applications/abc/messages/campaigns?channel=email',
    '/applications/abc/messages/campaigns?channel=sms',
  ])
  expect(pageAt(router, '/applications/abc/messages/campaigns?channel=sms')?.right).toEqual({
    activities: [ACTIVITY.campaignEmail],
    level: 'read',
  })
})

test('the settings of a channel are offered to those who may read them', () => {
  const needed = (flag: string) => pageAt(router, `/applications/abc/settings/platform?${flag}=true&setup=form`)?.right
  expect(needed('checkSmsConfigure')?.activities).toEqual([ACTIVITY.platformSms])
  expect(needed('checkMobilepushConfigure')?.activities).toEqual([ACTIVITY.platformWebpush])
  expect(needed('setup')?.activities).toContain(ACTIVITY.platformWhatsapp)
})

test('a link leads those who may not open its first page to the next that they may', () => {
  const offered = (...ends: string[]) =>
    offeredEntries(applicationLinks('abc'), path => ends.some(end => path.endsWith(end)))
  expect(offered('/template/whatsapp')).toMatchObject([
    { word: 'templates', to: '/applications/abc/template/whatsapp' },
  ])
  expect(offered('/template', '/template/whatsapp')).toMatchObject([{ to: '/applications/abc/template' }])
  expect(offered('/audience/contacts')).toMatchObject([{ word: 'audience', active: '/applications/abc/audience' }])
})

test('a link is active on its page and below, not on one that only begins alike', () => {
  const link = { word: 'audience', to: '/a/audience', active: '/a/audience' }
  expect(isActive(link, '/a/audience')).toBe(true)
  expect(isActive(link, '/a/audience/contacts')).toBe(true)
  expect(isActive(link, '/a/audiences')).toBe(false)
})
