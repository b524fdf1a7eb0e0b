import { useTranslation } from 'react-i18next'

/** The label of a field such as `campaignMsg` or `actions.1.title`; undefined if the form has no such field. */
export function usePlaceName(): (place: string) => string | undefined {
  const { t } = useTranslation('messages')
  return place => {
    const index = /^actions\.(\d)/.exec(place)?.[1]
    if (index !== undefined) return t('push.button', { number: Number(index) + 1 })
    switch (place) {
      case 'campaignTitle':
        return t('push.title')
      case 'campaignMsg':
        return t('push.text')
      case 'campaignBannerImg':
        return t('push.banner')
      case 'campaignIcon':
        return t('push.icon')
      case 'campaignPageUrl':
        return t('push.page')
      default:
        return undefined
    }
  }
}
