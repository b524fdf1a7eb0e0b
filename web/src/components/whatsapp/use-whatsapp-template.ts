import { listWhatsappTemplates, type WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { callPage } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'

const PER_PAGE = 100

/** The template with this name and language. `template` is undefined while loading, null if there is none. */
export function useWhatsappTemplate(
  name: string | undefined,
  language: string | undefined,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const isNamed = Boolean(name) && Boolean(language)
  const named = { name: name ?? '', language: language ?? '' }
  const { data, error, refetch } = useQuery<WhatsappTemplate | null, ApiError>({
    queryKey: [...keyOf(listWhatsappTemplates, named), 'named'],
    queryFn: ({ signal }) => findTemplate(named, signal),
    enabled: isNamed && enabled,
  })
  const template: WhatsappTemplate | null | undefined = isNamed ? data : null
  return { template, error: data ? null : error, again: () => void refetch() }
}

/** The list can only be searched by words, which many templates may contain, so the template can be on any page. */
async function findTemplate(named: { name: string; language: string }, signal: AbortSignal) {
  for (let page = 1; ; page += 1) {
    const query = { search: named.name, sort: 'name', page, per_page: PER_PAGE } as const
    const { rows, paging } = await callPage(listWhatsappTemplates, { query }, { signal })
    const found = rows.find(row => row.name === named.name && row.language === named.language)
    if (found !== undefined || rows.length === 0 || page >= paging.pages) return found ?? null
  }
}

/** The name of a language code: "English (United States)" for en_US. */
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
