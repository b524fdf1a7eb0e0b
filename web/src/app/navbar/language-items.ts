import { LOCALES, updateProfile } from '@notifly/contracts/accounts/accounts'
import type { AnyRouter } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { LANGUAGE_NAMES } from '../../locales/i18n.ts'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { switchLocale } from '../locale-switch.ts'

/** The languages as menu items, each named in its own language. */
export function languageItems(router: AnyRouter, current: string): MenuItem[] {
  return LOCALES.map(locale => ({
    label: LANGUAGE_NAMES[locale],
    hint: locale === current ? '✓' : undefined,
    onSelect: () => void choose(router, locale),
  }))
}

async function choose(router: AnyRouter, locale: (typeof LOCALES)[number]): Promise<void> {
  if (!(await switchLocale(router, locale))) return
  // Also sets the language of emails to this person. The page does not depend on it, so an error is not shown.
  if (session.get()) await call(updateProfile, { body: { locale } }, { quiet: true }).catch(() => undefined)
}
