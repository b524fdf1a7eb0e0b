import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Menu } from '../ui/Menu.tsx'
import { languageItems } from './language-items.ts'
import { LanguageButton } from './LanguageButton.tsx'

/** The choice of a language for people who are not signed in. */
export function LanguageMenu() {
  const { i18n } = useTranslation()
  const router = useRouter()
  return <Menu align="end" items={languageItems(router, i18n.language)} trigger={<LanguageButton />} />
}
