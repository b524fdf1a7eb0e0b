import { useTranslation } from 'react-i18next'
import { translateSentence } from './translate-sentence.ts'

/** `say` where the page itself refuses input: waits until the catalogue is there, which answers do without. */
export function useTranslateSentence(): typeof translateSentence {
  useTranslation('sentences')
  return translateSentence
}
