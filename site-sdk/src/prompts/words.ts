/** The default texts of prompts. Spanish and French use the formal address. */

export const PROMPT_LOCALES = ['en', 'es', 'fr', 'hi'] as const
export type PromptLocale = (typeof PROMPT_LOCALES)[number]

export interface PromptWords {
  notSubscribed: string
  subscribed: string
  blocked: string
  subscribe: string
  unsubscribe: string
  close: string
  /** `{site}` is the site's name. */
  ask: string
}

const WORDS: Record<PromptLocale, PromptWords> = {
  en: {
    notSubscribed: 'Subscribe to notifications',
    subscribed: 'You’re subscribed to notifications',
    blocked: 'Notifications are blocked. Allow them in your browser’s site settings.',
    subscribe: 'Subscribe',
    unsubscribe: 'Unsubscribe',
    close: 'Close',
    ask: '{site} would like to send you notifications with news and offers. You can unsubscribe at any time.',
  },
  es: {
    notSubscribed: 'Suscribirse a las notificaciones',
    subscribed: 'Está suscrito a las notificaciones',
    blocked: 'Las notificaciones están bloqueadas. Permítalas en los ajustes del sitio en su navegador.',
    subscribe: 'Suscribirse',
    unsubscribe: 'Cancelar la suscripción',
    close: 'Cerrar',
    ask: '{site} quiere enviarle notificaciones con novedades y ofertas. Puede cancelar la suscripción cuando quiera.',
  },
  fr: {
    notSubscribed: 'S’abonner aux notifications',
    subscribed: 'Vous êtes abonné aux notifications',
    blocked: 'Les notifications sont bloquées. Autorisez-les dans les réglages du site de votre navigateur.',
    subscribe: 'S’abonner',
    unsubscribe: 'Se désabonner',
    close: 'Fermer',
    ask: '{site} souhaite vous envoyer des notifications avec des nouveautés et des offres. Vous pouvez vous désabonner à tout moment.',
  },
  hi: {
    notSubscribed: 'सूचनाएँ पाने के लिए सदस्यता लें',
    subscribed: 'आप सूचनाओं के सदस्य हैं',
    blocked: 'सूचनाएँ ब्लॉक हैं। ब्राउज़र की साइट सेटिंग में उन्हें अनुमति दें।',
    subscribe: 'सदस्यता लें',
    unsubscribe: 'सदस्यता छोड़ें',
    close: 'बंद करें',
    ask: '{site} आपको समाचार और ऑफ़र की सूचनाएँ भेजना चाहता है। आप जब चाहें सदस्यता छोड़ सकते हैं।',
  },
}

/** The texts of the first language in the list that is available; otherwise English. Accepts tags such as `fr-CA`. */
export function promptWords(languages: readonly string[]): PromptWords & { locale: PromptLocale } {
  const known = languages.map(tag => tag.toLowerCase().split('-')[0])
  const locale = known.map(tag => PROMPT_LOCALES.find(each => each === tag)).find(each => each !== undefined) ?? 'en'
  return { locale, ...WORDS[locale] }
}
