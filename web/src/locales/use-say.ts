import { useTranslation } from 'react-i18next'
import { say } from './say.ts'

/** `say` where the page itself refuses input: waits until the catalogue is there, which answers do without. */
export function useSay(): typeof say {
  useTranslation('sentences')
  return say
}
