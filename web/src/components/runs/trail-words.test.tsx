import { UNREACHED_REASONS } from '@notifly/contracts/runs/unreached'
import { beforeEach, expect, test } from 'vitest'
import { renderHook } from '../../testing/render.ts'
import { changeLanguage, i18n, startI18n } from '../../locales/i18n.ts'
import { useTrailWords } from './use-trail-words.ts'

beforeEach(async () => {
  await (i18n.isInitialized ? changeLanguage('en') : startI18n('en'))
  await i18n.loadNamespaces(['delivery', 'sentences'])
})

test('of each reason by which nothing reached the server the trail says so; of others that the server asked to wait', async () => {
  const { result } = await renderHook(() => useTrailWords())
  const titleOf = (reason: string) =>
    result.current({ kind: 'deferred', source: 'provider', values: { reason }, bot: false }, 'sms').title
  const titles = new Set(UNREACHED_REASONS.map(titleOf))
  expect([...titles]).toEqual(['Couldn’t reach the server. Retrying.'])
  expect(titles).not.toContain(titleOf('rate_limited'))
})
