import type { TFunction } from 'i18next'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../api/signals.ts'
import { RouterLink } from '../components/navigation/RouterLink.tsx'
import { directionOf } from '../locales/direction.ts'
import { UiProvider } from '../ui/UiProvider.tsx'
import type { UiWords } from '../ui/words.ts'

/** Provides the component set with its texts in the page's language and with the router's links. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const words = useMemo(() => wordsIn(t), [t])
  const onNotLoaded = useCallback(() => announce({ tone: 'danger', message: words.partFailed }), [words])
  return (
    <UiProvider
      words={words}
      locale={locale}
      direction={directionOf(locale)}
      LinkComponent={RouterLink}
      onNotLoaded={onNotLoaded}
    >
      {children}
    </UiProvider>
  )
}

function wordsIn(t: TFunction): UiWords {
  const word = (key: string) => t(`ui.${key}`)
  return {
    close: word('close'),
    dismiss: word('dismiss'),
    cancel: word('cancel'),
    save: word('save'),
    clear: word('clear'),
    optional: word('optional'),
    loading: word('loading'),
    noResults: word('noResults'),
    listFailed: word('listFailed'),
    partFailed: word('partFailed'),
    retry: word('retry'),
    optionsFailed: word('optionsFailed'),
    colon: word('colon'),
    choose: word('choose'),
    showPassword: word('showPassword'),
    hidePassword: word('hidePassword'),
    copy: word('copy'),
    copied: word('copied'),
    copyFailed: word('copyFailed'),
    copyUnable: word('copyUnable'),
    actions: word('actions'),
    select: word('select'),
    selectAll: word('selectAll'),
    selected: count => t('ui.selected', { count }),
    selectEvery: count => t('ui.selectEvery', { count }),
    remove: what => t('ui.remove', { what }),
    more: count => t('ui.more', { count }),
    pages: word('pages'),
    page: at => t('ui.page', { number: at }),
    nextPage: word('nextPage'),
    previousPage: word('previousPage'),
    perPage: count => t('ui.perPage', { count }),
    range: (from, to, total) => t('ui.rangeOf', { from, to, total }),
    nextMonth: word('nextMonth'),
    previousMonth: word('previousMonth'),
    calendar: word('calendar'),
    hour: word('hour'),
    minute: word('minute'),
    am: word('am'),
    pm: word('pm'),
    next: word('next'),
    previous: word('previous'),
    breadcrumbs: word('breadcrumbs'),
    notifications: word('notifications'),
    browse: word('browse'),
    dropHere: word('dropHere'),
    removeFile: word('removeFile'),
    bytesOf: (sent, total) => t('ui.bytesOf', { sent, total }),
    steps: word('steps'),
    stepDone: word('stepDone'),
  }
}
