import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Kbd } from '../../ui/layout/Kbd.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'

const SearchDialog = lazyPart(() => import('./SearchDialog.tsx'), 'SearchDialog')

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the search, as do Ctrl+K and, on a Mac, Command+K. */
export function SearchButton({ slug }: { slug: string | undefined }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // What is typed until the dialog's code has come, which the dialog begins with: undefined while it is closed, null once it is shown.
  const typed = useRef<string | null>(undefined)
  const start = () => {
    if (typed.current === undefined) typed.current = ''
    setOpen(true)
  }
  const takeTyped = () => {
    const text = typed.current ?? ''
    typed.current = null
    return text
  }
  const close = () => {
    typed.current = undefined
    setOpen(false)
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, shiftKey, altKey } = event
      const isOpener = key.toLowerCase() === 'k' && (IS_MAC ? metaKey : ctrlKey) && !shiftKey && !altKey
      const isEarly = typeof typed.current === 'string' && key.length === 1 && !metaKey && !ctrlKey && !altKey
      if (!isOpener && !isEarly) return
      event.preventDefault()
      if (isOpener) start()
      else typed.current += key
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        data-tip={t('nav.search')}
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        className="flex h-control-sm items-center gap-2 rounded-2 px-2 text-muted hover:bg-hover hover:text-ink"
        onClick={start}
      >
        <Icon of={Search} />
        <span className="sr-only">{t('nav.search')}</span>
        <span aria-hidden className="max-lg:hidden">
          <Kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      {isOpen && <SearchDialog slug={slug} takeTyped={takeTyped} onClose={close} />}
    </>
  )
}
