import { useTranslation } from 'react-i18next'

/** Matches the key of a sentence, as which a refused call is logged; its answer contains the sentence. */
const SENTENCE_KEY = /^[a-z]\w*(?:\.\w+)+$/i

/** The result of an entry in words; a provider's or a channel's own word stays unchanged. */
export function useLogWords() {
  const { t, i18n } = useTranslation('logs')
  const one = (status: string): string =>
    i18n.exists(`statuses.${status}`, { ns: 'logs' })
      ? t(`statuses.${status}`)
      : SENTENCE_KEY.test(status)
        ? t('statuses.refused')
        : status
  return (status: string): string => status.split(', ').map(one).join(', ')
}

/** The name of what an entry came from or went to: a provider's own name, or that of an endpoint or a key unchanged. */
export function useSourceName() {
  const { t, i18n } = useTranslation('logs')
  return (source: string): string => {
    const key = `sources.${source.toLowerCase()}`
    return i18n.exists(key, { ns: 'logs' }) ? t(key) : source
  }
}
