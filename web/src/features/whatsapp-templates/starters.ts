/**
 * Examples from which a new template may start, each as WhatsApp's reviewers require for its category: a utility template is about
 * something that its reader did, a marketing one sells and says how to unsubscribe (developers.facebook.com, "Template categorization").
 */
import { type ButtonKind, variablesOf } from '@notifly/contracts/whatsapp-templates/components'
import type { WHATSAPP_CATEGORIES } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import type { TFunction } from 'i18next'
import { type Draft, type DraftButton, emptyDraft } from './draft.ts'

interface StarterButton {
  type: ButtonKind
  /** Its label, among the example's words. */
  word?: string
  /** Of a page: below the site, with the place of its variable at the end. */
  path?: string
  /** Of that variable, or the code to copy. */
  example?: string
}

interface Starter {
  /** As WhatsApp knows it. */
  name: string
  category: (typeof WHATSAPP_CATEGORIES)[number]
  hasHeader?: boolean
  buttons: readonly StarterButton[]
}

export const WHATSAPP_STARTERS = {
  welcome: { name: 'welcome', category: 'MARKETING', buttons: [{ type: 'URL', word: 'open', path: '' }] },
  shipped: {
    name: 'order_shipped',
    category: 'UTILITY',
    hasHeader: true,
    buttons: [{ type: 'URL', word: 'open', path: 'orders/{{1}}', example: '1042' }],
  },
  appointment: {
    name: 'appointment_reminder',
    category: 'UTILITY',
    buttons: [
      { type: 'QUICK_REPLY', word: 'yes' },
      { type: 'QUICK_REPLY', word: 'no' },
    ],
  },
  payment: {
    name: 'payment_received',
    category: 'UTILITY',
    buttons: [{ type: 'URL', word: 'open', path: 'receipts/{{1}}', example: '1042' }],
  },
  stock: {
    name: 'back_in_stock',
    category: 'MARKETING',
    buttons: [{ type: 'URL', word: 'open', path: 'products/{{1}}', example: 'oslo-lamp' }],
  },
  sale: {
    name: 'sale',
    category: 'MARKETING',
    hasHeader: true,
    buttons: [
      { type: 'COPY_CODE', example: 'SAVE20' },
      { type: 'URL', word: 'open', path: '' },
    ],
  },
} as const satisfies Record<string, Starter>
export type StarterId = keyof typeof WHATSAPP_STARTERS
export const STARTER_IDS = Object.keys(WHATSAPP_STARTERS) as StarterId[]

// Variables have the catalogue's own braces: nothing is filled in here.
const RAW = { skipInterpolation: true } as const

interface StarterWords {
  t: TFunction<'whatsapp'>
  /** Of the words. */
  locale: string
  /** Where the team's pages are; without it, addresses are left for its author to fill in. */
  site: string | undefined
}

/** The parts of an example, in the language of the page and of the brand's own site. */
export function starterDraft(id: StarterId, { t, locale, site }: StarterWords): Draft {
  const { name, category, hasHeader = false, buttons }: Starter = WHATSAPP_STARTERS[id]
  const body = t(`starters.${id}.body`, RAW)
  const values = variablesOf(body).map(variable => [variable, t(`starters.values.${variable}`)] as const)
  return {
    ...emptyDraft(locale),
    name,
    category,
    ...(hasHeader && { format: 'TEXT', header: t(`starters.${id}.header`) }),
    body,
    examples: Object.fromEntries(values),
    footer: category === 'MARKETING' ? t('starters.footer') : '',
    buttons: buttons.map((button, key) => draftButton(button, { key, site, say: word => t(`starters.${id}.${word}`) })),
  }
}

interface ButtonWords {
  key: number
  site: string | undefined
  say: (word: string) => string
}

function draftButton({ type, word, path, example = '' }: StarterButton, { key, site, say }: ButtonWords): DraftButton {
  const button = { key, type, text: word === undefined ? '' : say(word), url: '', phone: '', example: '' }
  if (path === undefined) return { ...button, example }
  if (site === undefined) return button
  const url = `${site.replace(/\/$/, '')}/${path}`
  return { ...button, url, example: example && url.replace('{{1}}', example) }
}
