import { LOCALES, type Locale, updateProfile } from '@notifly/contracts/accounts/accounts'
import { readProfile } from '@notifly/contracts/accounts/security'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/queries.ts'
import { currentLocale, LANGUAGE_NAMES } from '../../../locales/i18n.ts'
import { rememberLocale } from '../../../locales/locale-cookie.ts'
import { splitLocale, withLocale } from '../../../locales/url-locale.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'

/** The language of the pages and of mails about the account. */
export function LanguageSection() {
  const { t } = useTranslation('settings')
  const router = useRouter()
  const save = useWrite(updateProfile, { refreshes: [readProfile], success: 'silent' })
  const choose = (locale: Locale) => {
    rememberLocale(locale)
    const { pathname, search, hash } = router.history.location
    // The address decides the language: going to the other one changes the page in place.
    router.history.push(withLocale(locale, splitLocale(pathname).path) + search + hash, undefined, {
      ignoreBlocker: true,
    })
    save.mutate({ body: { locale } })
  }
  return (
    <Panel aria-label={t('language.title')}>
      <Segmented
        aria-label={t('language.title')}
        value={currentLocale()}
        onChange={choose}
        segments={LOCALES.map(locale => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
      />
    </Panel>
  )
}
