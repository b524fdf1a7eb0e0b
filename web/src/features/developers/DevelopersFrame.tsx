import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useAnchor } from '../../components/navigation/use-anchor.ts'
import { usePath } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { anchorOf, useDocument } from './document.ts'
import { GUIDES } from './guides.ts'

interface DevelopersFrameProps {
  title: string
  lead: string
  /** What the address names is on the page now. */
  isReady: boolean
  children: ReactNode
}

/** A page of the reference: the list of guides and nouns beside it. */
export function DevelopersFrame({ title, lead, isReady, children }: DevelopersFrameProps) {
  useAnchor(isReady)
  return (
    <div className="mx-auto grid w-full max-w-(--w-page) flex-1 grid-cols-[minmax(0,1fr)] gap-x-10 px-8 max-sm:px-4 md:grid-cols-[11rem_minmax(0,1fr)]">
      <PageTitle>{title}</PageTitle>
      <Contents />
      <main id="main" className="min-w-0 pt-6 pb-24 outline-none max-md:pt-2">
        <header className="mb-8 max-w-2xl">
          <h1 className="text-28 font-semibold tracking-(--ls-title)">{title}</h1>
          <p className="mt-1 text-14 text-ink-2">{lead}</p>
        </header>
        {children}
      </main>
    </div>
  )
}

function Contents() {
  const { t } = useTranslation('developers')
  const path = usePath()
  const { data: document } = useDocument()
  const link = (href: string, words: ReactNode) => (
    <Link
      href={href}
      tone="plain"
      aria-current={href === path ? 'page' : undefined}
      className="block rounded-1 px-2 py-1 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
    >
      {words}
    </Link>
  )
  return (
    <nav
      aria-label={t('contents')}
      className="text-13 max-md:flex max-md:flex-wrap max-md:gap-x-6 max-md:border-b max-md:border-line max-md:py-3 md:sticky md:top-(--h-nav) md:max-h-[calc(100dvh-var(--h-nav))] md:self-start md:overflow-y-auto md:py-6"
    >
      <ContentsPart title={t('guides.title')}>
        {GUIDES.map(guide => (
          <li key={guide}>{link(paths.developers(guide), t(`guides.${guide}.title`))}</li>
        ))}
      </ContentsPart>
      <ContentsPart title={t('reference.title')}>
        <li>{link(paths.developers(), t('reference.overview'))}</li>
        {document?.tags.map(({ name }) => (
          <li key={name} lang="en">
            {/* On the page itself the browser goes there. */}
            {link(path === paths.developers() ? `#${anchorOf(name)}` : `${paths.developers()}#${anchorOf(name)}`, name)}
          </li>
        ))}
      </ContentsPart>
    </nav>
  )
}

function ContentsPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-5 max-md:mb-1">
      <h2 className="mb-1 px-2 text-12 font-semibold text-muted">{title}</h2>
      <ul className="max-md:flex max-md:flex-wrap max-md:gap-x-1 md:space-y-0.5">{children}</ul>
    </div>
  )
}
