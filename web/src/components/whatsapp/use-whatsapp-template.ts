import { listWhatsappTemplates, type WhatsappTemplate } from '@notifly/contracts/whatsapp-templates'
import { useReadPage } from '../../api/queries.ts'

const MOST = 100

/**
 * The template of a name and language. `template` is undefined while it is looked for, and null when there is none.
 */
export function useWhatsappTemplate(name: string | undefined, language: string | undefined) {
  const isNamed = Boolean(name) && Boolean(language)
  const list = useReadPage(
    listWhatsappTemplates,
    { query: { search: name ?? '', page: 1, per_page: MOST } },
    { enabled: isNamed },
  )
  const found = list.data?.rows.find(row => row.name === name && row.language === language)
  const template: WhatsappTemplate | null | undefined = isNamed && !list.data ? undefined : (found ?? null)
  return { template, error: list.error }
}

/** "English (US)" of en_US. */
export function languageName(code: string, locale: string): string {
  try {
    return (
      new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(code.replace('_', '-')) ??
      code
    )
  } catch {
    return code
  }
}
