import { ChevronDown, Languages } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'

/** Names the present language. It stands alone until the menu behind it has come. */
export function LanguageButton(props: ComponentProps<'button'>) {
  const { i18n } = useTranslation()
  return (
    <Button {...props} variant="ghost" icon={Languages} iconEnd={ChevronDown}>
      {LANGUAGE_NAMES[i18n.language as keyof typeof LANGUAGE_NAMES]}
    </Button>
  )
}
