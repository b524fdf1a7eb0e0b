import type { Content } from '@notifly/contracts/content/content'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { Link } from '../../ui/layout/Link.tsx'

type Headings = Content['headings']

/** What is on a long page, beside it; entries with days stand below their years. Below 960 the text alone is there. */
export function Contents({ headings, isDated }: { headings: Headings; isDated: boolean }) {
  const { t } = useTranslation('content')
  const groups = isDated ? [...Map.groupBy(headings, ({ id }) => id.slice(0, YEAR_LENGTH))] : [['', headings] as const]
  return (
    <nav
      aria-label={t('contents')}
      className="sticky top-(--h-nav) max-h-[calc(100dvh-var(--h-nav))] self-start overflow-y-auto py-2 text-13 max-md:hidden"
    >
      {groups.map(([year, entries]) => (
        <Group key={year} title={year === '' ? t('contents') : year} entries={entries} isDated={isDated} />
      ))}
    </nav>
  )
}

/** A dated id begins with its day, as YYYY-MM-DD. */
const YEAR_LENGTH = 4
const DAY_LENGTH = 10

function Group({ title, entries, isDated }: { title: string; entries: Headings; isDated: boolean }) {
  const { shortDay } = useDisplay('UTC')
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-4">
      <h2 id={id} className="tnum mb-1 text-12 font-semibold text-muted">
        {title}
      </h2>
      <ul className="flex flex-col border-s border-line">
        {entries.map(entry => (
          <li key={entry.id}>
            <Link
              href={`#${entry.id}`}
              tone="plain"
              className="-ms-px block border-s border-transparent py-1 ps-3 text-ink-2 hover:border-accent hover:text-ink"
            >
              {isDated && (
                <span className="tnum block text-12 text-muted">
                  {shortDay(Date.parse(entry.id.slice(0, DAY_LENGTH)) / 1000)}
                </span>
              )}
              {entry.text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
