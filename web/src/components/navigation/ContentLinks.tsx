import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { useSession } from '../session/use-session.ts'

/** The way to the pages of words, for the foot of a page. */
export function ContentLinks() {
  const { t } = useTranslation()
  const user = useSession()
  const links = [
    { word: 'changelogs', href: paths.changelogs() },
    ...(user ? [{ word: 'about', href: paths.about() }] : []),
    { word: 'terms', href: paths.legal('terms') },
    { word: 'privacy', href: paths.legal('privacy') },
    { word: 'cookies', href: paths.legal('cookies') },
  ]
  return (
    <nav aria-label={t('content.links')}>
      <ul className="flex flex-wrap justify-center gap-x-3">
        {links.map(({ word, href }) => (
          <li key={word}>
            <Link href={href} tone="door">
              {t(`content.${word}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
