import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

/** First in the tab order of every page: skips the navigation. It moves the focus and leaves the address unchanged. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#main"
      onClick={skip}
      className="sr-only focus:not-sr-only focus:fixed! focus:start-3 focus:top-2 focus:z-(--z-toast) focus:rounded-2 focus:bg-accent focus:px-3 focus:py-1.5 focus:font-medium focus:text-inverse"
    >
      {t('skip')}
    </a>
  )
}

function skip(event: MouseEvent): void {
  event.preventDefault()
  const main = document.querySelector('main')
  if (main === null) return
  main.tabIndex = -1
  main.focus()
}
