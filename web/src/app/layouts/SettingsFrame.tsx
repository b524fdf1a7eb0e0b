import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageExists, usePath, useSlug } from '../../components/navigation/use-pages.ts'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { isActive, type NavGroup, offeredEntries, settingsGroups } from '../navbar/nav-links.ts'

/** A page of the settings with links to the others beside it, or above it on narrow screens. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const groups = offeredEntries(settingsGroups(useSlug()), usePageExists()) as NavGroup[]
  const path = usePath()
  const nav = useRef<HTMLElement>(null)
  // On narrow screens the links are one row that scrolls.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <div className="mx-auto flex w-full max-w-(--w-page) max-lg:flex-col">
      <nav
        ref={nav}
        aria-label={t('nav.settings')}
        className="flex shrink-0 gap-6 px-8 pt-6 max-lg:scroll-x max-lg:gap-1 max-sm:px-4 max-sm:pt-4 lg:sticky lg:top-nav lg:w-52 lg:flex-col lg:self-start lg:pe-0"
      >
        {groups.map(({ word, links }) => (
          <section key={word} className="max-lg:contents" aria-label={t(`nav.${word}`)}>
            <h2 className="mb-1 px-2 text-12 font-medium text-muted max-lg:hidden">{t(`nav.${word}`)}</h2>
            <ul className="flex flex-col gap-0.5 max-lg:contents">
              {links.map(link => {
                const active = isActive(link, path)
                return (
                  <li key={link.word} className="shrink-0">
                    <Link
                      href={link.to}
                      tone="plain"
                      aria-current={active ? 'page' : undefined}
                      className={cx(
                        'flex h-control-sm items-center rounded-2 px-2 font-medium whitespace-nowrap',
                        active ? 'bg-pressed text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                      )}
                    >
                      {t(`nav.${link.word}`)}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </nav>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
