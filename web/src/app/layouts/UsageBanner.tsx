import { readUsage, type Usage } from '@notifly/contracts/billing/plans'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { shareOf, standingOf } from '../../components/billing/usage-standing.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { usePath } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Link } from '../../ui/layout/Link.tsx'

/**
 * Shown on an application's pages if its plan is nearly or fully used. The subscription's page shows more details
 * itself.
 */
export function UsageBanner({ slug }: { slug: string }) {
  const { t } = useTranslation('usage')
  const { wholePercent, list } = useDisplay()
  const path = usePath()
  const isShownThere = path.startsWith(paths.subscription(slug))
  const data = useWithNextPage(useRead(readUsage, {}, { enabled: !isShownThere }).data, path)
  if (isShownThere || data === undefined) return null
  const { isFull, kinds, share } = worstOf(data)
  if (kinds.length === 0) return null
  const what = list(kinds.map(kind => t(`what.${kind}`)))
  return (
    <Alert
      tone={isFull ? 'danger' : 'warning'}
      className="rounded-none! border-x-0! border-t-0! px-6! max-sm:px-3!"
      action={<Link href={paths.subscription(slug)}>{t('see')}</Link>}
    >
      {isFull ? t('full', { what }) : t('near', { what, share: wholePercent(share) })}{' '}
      {data.held_campaigns > 0 && t('held', { count: data.held_campaigns })}
    </Alert>
  )
}

/** The value as of the last page change. A banner that appeared later would move the page under the pointer. */
function useWithNextPage<Value>(value: Value, path: string): Value | undefined {
  // Empty at first, because this component loads after the page.
  const [known, setKnown] = useState<{ path: string; value?: Value }>({ path })
  if (known.path === path) return known.value
  setKnown({ path, value })
  return value
}

/** A full limit of these only blocks the next one, and the person who adds it gets an error. */
const CHOSEN: readonly string[] = ['members', 'applications']

/** The limits that are used up or, if none are, nearly used up; and their largest share. */
function worstOf({ rows }: Usage) {
  const grows = rows.filter(({ what }) => !CHOSEN.includes(what))
  const full = grows.filter(row => standingOf(row) === 'full')
  const near = grows.filter(row => standingOf(row) === 'near')
  const isFull = full.length > 0
  const share = Math.max(0, ...near.map(row => shareOf(row) ?? 0))
  return { isFull, kinds: (isFull ? full : near).map(({ what }) => what), share: Math.floor(share * 100) / 100 }
}
