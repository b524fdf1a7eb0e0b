import { useRouter } from '@tanstack/react-router'
import { ChevronDown, Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '../../locales/i18n.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { languageItems } from './language-items.ts'

/** Lets people who are not signed in choose a language. */
export function LanguageMenu() {
  const { i18n } = useTranslation()
  const router = useRouter()
  return (
    <Menu
      align="end"
      items={languageItems(router, i18n.language)}
      trigger={
        <Button variant="ghost" icon={Languages} iconEnd={ChevronDown}>
          {LANGUAGE_NAMES[i18n.language as keyof typeof LANGUAGE_NAMES]}
        </Button>
      }
    />
  )
}
