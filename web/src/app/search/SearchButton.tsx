import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
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
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(IS_MAC ? event.metaKey : event.ctrlKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen(true)
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
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} />
        <span className="sr-only">{t('nav.search')}</span>
        <span aria-hidden className="max-lg:hidden">
          <Kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      {isOpen && <SearchDialog slug={slug} onClose={() => setOpen(false)} />}
    </>
  )
}
