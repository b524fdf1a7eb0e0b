/**
 * Detects which requests for pixels and links come from machines, from a single request: its user agent, method and headers. hits.ts
 * detects what only several requests together show. Speed alone proves nothing.
 */
import type { IncomingHttpHeaders } from 'node:http'
import Bowser from 'bowser'
import { isbot } from 'isbot'

/** trap: followed the hidden link. burst: every link of the message at once. privacy: fetched before a person reads. */
export type BotReason = 'user_agent' | 'head' | 'prefetch' | 'privacy' | 'trap' | 'burst'

/** What a request reveals about its client. */
export interface Visitor {
  botReason: BotReason | null
  /** For the trail; each only where known. */
  browser?: string
  system?: string
  device?: string
}

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** Image proxies and apps of mail providers: they fetch when a person opens the mail, although they look like bots. */
const READERS: readonly [RegExp, { browser: string; system?: string }][] = [
  [/GoogleImageProxy/, { browser: 'Gmail' }],
  [/YahooMailProxy/, { browser: 'Yahoo Mail' }],
  [/^Outlook-iOS\//, { browser: 'Outlook', system: 'iOS' }],
  [/^Outlook-Android\//, { browser: 'Outlook', system: 'Android' }],
]

/** Mail programs that identify themselves, or whose user agent also names a browser. */
const MAIL_PROGRAMS: readonly [RegExp, string][] = [
  [/Thunderbird\//, 'Thunderbird'],
  [/ms-office|Microsoft (?:Outlook|Office)/, 'Outlook'],
]

/** Mail apps on Apple's devices: the engine of their browser without a browser's name. */
function isAppleMail(agent: string): boolean {
  const isApple = /Macintosh|iPhone|iPad/.test(agent) && agent.includes('AppleWebKit/')
  return isApple && !/(?:Safari|Version|Chrome)\//.test(agent)
}

/** Apple Mail's privacy protection fetches every image when a mail arrives, with exactly this user agent. */
const PRIVACY_PROXY = 'Mozilla/5.0'

/** Any caller may send any text here; browsers and mail programs send a quarter of this. */
const AGENT_LENGTH = 500

export function readVisitor(method: string, headers: IncomingHttpHeaders): Visitor {
  const agent = (headers['user-agent'] ?? '').slice(0, AGENT_LENGTH)
  if (method === 'HEAD') return { botReason: 'head' }
  if (PREFETCH_HEADERS.some(name => /prefetch|preview/i.test(String(headers[name] ?? ''))))
    return { botReason: 'prefetch' }
  const reader = READERS.find(([pattern]) => pattern.test(agent))?.[1]
  if (reader !== undefined) return { botReason: null, ...reader }
  if (agent === PRIVACY_PROXY) return { botReason: 'privacy' }
  if (isbot(agent)) return { botReason: 'user_agent' }
  return { botReason: null, ...describe(agent) }
}

function describe(agent: string): Omit<Visitor, 'botReason'> {
  if (agent === '') return {}
  const { browser, os, platform } = Bowser.parse(agent)
  const program = MAIL_PROGRAMS.find(([pattern]) => pattern.test(agent))?.[1]
  const name = program ?? (isAppleMail(agent) ? 'Apple Mail' : browser.name)
  return {
    ...(name !== undefined && name !== '' && { browser: name }),
    ...(os.name !== undefined && os.name !== '' && { system: os.name }),
    ...(platform.type !== undefined && { device: platform.type }),
  }
}
