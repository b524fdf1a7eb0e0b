/** The browsers and systems that open and click messages, as the product records them. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { type RawBuilder, sql } from 'kysely'

interface Agent {
  share: number
  browser: string
  system?: string
  device?: string
}

const READERS: readonly Agent[] = [
  { share: 34, browser: 'Gmail' },
  { share: 24, browser: 'Apple Mail', system: 'iOS', device: 'mobile' },
  { share: 8, browser: 'Apple Mail', system: 'macOS', device: 'desktop' },
  { share: 9, browser: 'Outlook', system: 'Windows', device: 'desktop' },
  { share: 3, browser: 'Outlook', system: 'iOS' },
  { share: 9, browser: 'Chrome', system: 'Windows', device: 'desktop' },
  { share: 5, browser: 'Chrome', system: 'Android', device: 'mobile' },
  { share: 3, browser: 'Safari', system: 'iOS', device: 'mobile' },
  { share: 3, browser: 'Yahoo Mail' },
  { share: 2, browser: 'Thunderbird', system: 'Linux', device: 'desktop' },
]

const BROWSERS: readonly Agent[] = [
  { share: 29, browser: 'Chrome', system: 'Android', device: 'mobile' },
  { share: 27, browser: 'Safari', system: 'iOS', device: 'mobile' },
  { share: 17, browser: 'Chrome', system: 'Windows', device: 'desktop' },
  { share: 7, browser: 'Safari', system: 'macOS', device: 'desktop' },
  { share: 6, browser: 'Microsoft Edge', system: 'Windows', device: 'desktop' },
  { share: 5, browser: 'Firefox', system: 'Windows', device: 'desktop' },
  { share: 5, browser: 'Samsung Internet for Android', system: 'Android', device: 'mobile' },
  { share: 3, browser: 'Chrome', system: 'macOS', device: 'desktop' },
  { share: 1, browser: 'Safari', system: 'iOS', device: 'tablet' },
]

/** User agents of browsers that support push, and what the product derives from them. */
export const USER_AGENTS: readonly (Agent & { agent: string })[] = [
  {
    ...{ share: 44, browser: 'Chrome', system: 'Windows', device: 'desktop' },
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  },
  {
    ...{ share: 27, browser: 'Chrome', system: 'Android', device: 'mobile' },
    agent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  },
  {
    ...{ share: 12, browser: 'Microsoft Edge', system: 'Windows', device: 'desktop' },
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  },
  {
    ...{ share: 9, browser: 'Firefox', system: 'Windows', device: 'desktop' },
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  },
  {
    ...{ share: 8, browser: 'Safari', system: 'macOS', device: 'desktop' },
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  },
]

/** The detail of an event. Push devices have theirs recorded with the device. */
export function agentOf(
  channel: Channel,
  what: 'opened' | 'clicked',
  randomFor: RawBuilder<number>,
  address: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (channel === 'whatsapp') return sql`'{}'::jsonb`
  if (channel === 'webpush' || channel === 'mobilepush') return agentOfDevice(address)
  const agents = what === 'opened' ? READERS : BROWSERS
  const total = agents.reduce((sum, { share }) => sum + share, 0)
  let upTo = 0
  const cases = agents.map(({ share, ...detail }) => {
    upTo += share
    return sql`when ${randomFor} < ${sql.lit(upTo / total)} then ${sql.lit(JSON.stringify(detail))}::jsonb`
  })
  return sql`case ${sql.join(cases, sql` `)} else '{}'::jsonb end`
}

function agentOfDevice(address: RawBuilder<unknown>): RawBuilder<unknown> {
  const cases = USER_AGENTS.map(({ share: _, agent, ...detail }) => {
    const detailText = JSON.stringify({ user_agent: agent, ...detail })
    return sql`when ${sql.lit(agent)} then ${sql.lit(detailText)}::jsonb`
  })
  return sql`(select case v.about ->> 'user_agent' ${sql.join(cases, sql` `)}
      else jsonb_build_object('system', case v.platform when 'ios' then 'iOS' else 'Android' end, 'device', 'mobile') end
    from device v where v.application_id = d.application_id and v.device_id = ${address}::uuid)`
}
