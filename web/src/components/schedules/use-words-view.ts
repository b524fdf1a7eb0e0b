import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WordsView } from './schedule-words.ts'

/** What schedules are put into words with, in the reader's language. */
export function useWordsView(): WordsView {
  const { t, i18n } = useTranslation('campaigns')
  const locale = i18n.language
  const [year] = useState(() => new Date().getFullYear())
  return useMemo(() => ({ t, locale, year }), [t, locale, year])
}
