import { LOCALES } from '@notifly/contracts/accounts/accounts'
import { variablesOf } from '@notifly/contracts/whatsapp-templates/components'
import { createWhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { expect, test } from 'vitest'
import { changeLanguage, i18n, startI18n } from '../../locales/i18n.ts'
import { componentsOf } from './draft.ts'
import { STARTER_IDS, starterDraft } from './starters.ts'

/** Reviewers refuse texts with more variables than words can carry; a third is far from that. */
const WORDS_PER_VARIABLE = 3
/** What nobody may promise in a message about an order: it would be marketing. */
const SELLING = /%|offer|sale|discount|oferta|rebaja|descuento|offre|remise|solde|छूट|ऑफ़र|सेल/i

test.each(LOCALES)('examples in %s are what WhatsApp takes and its reviewers let through', async locale => {
  await (i18n.isInitialized ? changeLanguage(locale) : startI18n(locale))
  await i18n.loadNamespaces('whatsapp')
  for (const id of STARTER_IDS) {
    const t = i18n.getFixedT(locale, 'whatsapp')
    const draft = starterDraft(id, { t, locale, site: 'https://shop.example/' })
    const { name, language, category, body, footer, header } = draft
    const template = { name, language, category, components: componentsOf(draft) }
    expect(createWhatsappTemplate.body?.safeParse(template).error?.issues, `the example ${id}`).toBe(undefined)
    expect(language, `the example ${id}`).toBe(locale)
    expect(JSON.stringify(template), `the example ${id}`).not.toContain('starters.')
    const words = body.replaceAll(/\{\{\w+\}\}/g, ' ').match(/[\p{L}\p{M}\p{N}’]+/gu) ?? []
    expect(words.length, `the example ${id}`).toBeGreaterThan(WORDS_PER_VARIABLE * variablesOf(body).length)
    const isSelling = SELLING.test(`${header} ${body}`)
    const mayLeave = footer.includes('STOP')
    expect(category === 'MARKETING' ? mayLeave : !isSelling, `the example ${id}`).toBe(true)
  }
})

test('without a site of the team the addresses of buttons are left to fill in', async () => {
  await (i18n.isInitialized ? changeLanguage('en') : startI18n('en'))
  await i18n.loadNamespaces('whatsapp')
  const draft = starterDraft('shipped', { t: i18n.getFixedT('en', 'whatsapp'), locale: 'en', site: undefined })
  expect(draft.buttons).toMatchObject([{ type: 'URL', text: 'Track order', url: '', example: '' }])
})
