import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { useSession } from '../session/use-session.ts'

/** Links to the content pages (about, legal, changelog), for a page's footer. */
export function ContentLinks() {
  const { t } = useTranslation()
  const user = useSession()
  const links = [
    ['changelogs', paths.changelogs()],
    ...(user ? [['about', paths.about()]] : []),
    ...['terms', 'privacy', 'cookies'].map(page => [page, paths.legal(page)]),
  ] as [word: string, href: string][]
  return (
    <span className="flex flex-wrap justify-center gap-x-3">
      {links.map(([word, href]) => (
        <Link key={word} href={href} tone="door">
          {t(`content.${word}`)}
        </Link>
      ))}
    </span>
  )
}
