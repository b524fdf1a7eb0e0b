import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockWord } from './model/new-blocks.ts'

/** Words of new blocks. They are parts of a mail: braces in them are merge fields of the mail. */
export function useBlockWord(): BlockWord {
  const { t } = useTranslation('visual')
  return useCallback(key => t(`words.${key}`, { skipInterpolation: true }), [t])
}
