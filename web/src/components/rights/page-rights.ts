/** Which right a page of an application needs to be of use, so that links to it are offered to those who have it. */
import { ACTIVITY, type ActivityId, type LevelName } from '@notifly/contracts/roles/activities'

export interface PageRight {
  /** One of them is enough. */
  activities: readonly ActivityId[]
  level: Exclude<LevelName, 'none'>
}

const CHANNEL_CAMPAIGNS: Record<string, ActivityId> = {
  email: ACTIVITY.campaignEmail,
  sms: ACTIVITY.campaignEmail,
  whatsapp: ACTIVITY.campaignWhatsapp,
  webpush: ACTIVITY.campaignWebpush,
  mobilepush: ACTIVITY.campaignWebpush,
}

/** By the flag that opens a channel's tab. */
const PLATFORMS: Record<string, ActivityId> = {
  Email: ACTIVITY.platformEmail,
  Sms: ACTIVITY.platformSms,
  Whatsapp: ACTIVITY.platformWhatsapp,
  Webpush: ACTIVITY.platformWebpush,
  Mobilepush: ACTIVITY.platformWebpush,
}

const read = (...activities: ActivityId[]): PageRight => ({ activities, level: 'read' })
const create = (...activities: ActivityId[]): PageRight => ({ activities, level: 'create' })

/** By the address below the application; the first that fits counts. What is not named is open to every member. */
const RIGHTS: readonly [RegExp, PageRight | ((found: RegExpExecArray) => PageRight)][] = [
  [/^edit(\?|$)/, { activities: [ACTIVITY.applications], level: 'update' }],
  [/^notification\/(calendar|campaign)\b/, read(...Object.values(CHANNEL_CAMPAIGNS))],
  [/^notification\/(\w+)/, ([, channel = '']) => create(CHANNEL_CAMPAIGNS[channel] ?? ACTIVITY.campaignEmail)],
  [/^messages\/campaigns(\?|$)/, read(ACTIVITY.campaignEmail)],
  [/^notification(\?|$)/, read(...Object.values(CHANNEL_CAMPAIGNS))],
  [/^audience\/manage/, create(ACTIVITY.segmentation, ACTIVITY.audience)],
  [/^audience\/new/, create(ACTIVITY.segmentation)],
  [/^audience\/[^/]+\/edit/, { activities: [ACTIVITY.segmentation], level: 'update' }],
  [/^audience\/fields/, read(ACTIVITY.audience)],
  [/^audience\/(contacts|suppression)/, read(ACTIVITY.audience)],
  [/^audience/, read(ACTIVITY.segmentation)],
  [/^delivery/, read(ACTIVITY.deliveryListing)],
  [/^template\/whatsapp\/(new|[^/]+\/edit)/, create(ACTIVITY.templateWhatsapp)],
  [/^template\/whatsapp/, read(ACTIVITY.templateWhatsapp)],
  [/^template\/new/, create(ACTIVITY.templateEmail)],
  [/^template/, read(ACTIVITY.templateEmail)],
  [
    /^settings\/platform\?check([A-Z][a-z]+)Configure=/,
    ([, flag = '']) => read(PLATFORMS[flag] ?? ACTIVITY.platformEmail),
  ],
  [
    /^settings\/platform/,
    read(ACTIVITY.platformEmail, ACTIVITY.platformSms, ACTIVITY.platformWhatsapp, ACTIVITY.platformWebpush),
  ],
  [/^settings\/keys-and-integration/, read(ACTIVITY.keys)],
  [/^settings\/webhook/, read(ACTIVITY.webhook)],
  [/^settings\/users/, read(ACTIVITY.users)],
  [/^settings\/role\/new/, create(ACTIVITY.roles)],
  [/^settings\/role/, read(ACTIVITY.roles)],
  [/^settings\/usage-logs/, read(ACTIVITY.usageLogs)],
  [/^settings\/administration/, read(ACTIVITY.applications)],
]

/** The application that an address belongs to and the right that it needs; undefined where none is needed. */
export function pageRight(path: string): { slug: string; right: PageRight } | undefined {
  const [, slug, rest = ''] = /^\/applications\/([^/]+)\/([^#]*)/.exec(path) ?? []
  if (slug === undefined) return undefined
  for (const [pattern, right] of RIGHTS) {
    const found = pattern.exec(rest)
    if (found) return { slug, right: typeof right === 'function' ? right(found) : right }
  }
  return undefined
}
