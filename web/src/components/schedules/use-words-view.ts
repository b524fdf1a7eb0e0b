import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WordsView } from './schedule-words.ts'

/** What describing a schedule needs: translations, locale and the current year. */
export function useWordsView(): WordsView {
  const { t, i18n } = useTranslation('campaigns')
  const locale = i18n.language
  const [year] = useState(() => new Date().getFullYear())
  return useMemo(() => ({ t, locale, year }), [t, locale, year])
}
