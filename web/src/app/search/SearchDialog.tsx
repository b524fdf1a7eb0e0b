import type { Found } from '@notifly/contracts/search/search'
import { searchAll } from '@notifly/contracts/search/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useGoTo, usePageExists } from '../../components/navigation/use-pages.ts'
import { useSession } from '../../components/session/use-session.ts'
import { useSettled } from '../../ui/feedback/use-settled.ts'
import { CommandPalette } from '../../ui/overlays/CommandPalette.tsx'
import { actionsIn, foundGroups, type Place, placesIn } from './search-items.ts'

const PAUSE_MS = 120
/** How many pages and actions are shown while the reader searches for a name. */
const PLACES_MAX = 6

interface SearchDialogProps {
  /** The application, if the page belongs to one. */
  slug: string | undefined
  /** Hands over what was typed before this was shown. */
  takeTyped: () => string
  onClose: () => void
}

/** Searches pages, actions and everything in the application. */
export function SearchDialog({ slug, takeTyped, onClose }: SearchDialogProps) {
  const { t } = useTranslation(['search', 'common'])
  const goTo = useGoTo()
  const isOffered = usePageExists()
  const [text, setText] = useState(takeTyped)
  const sought = text.trim()
  const { found, isSearching, isFailed } = useFound(slug, sought)
  const offered = (places: readonly Place[]) =>
    places
      .filter(({ label, href }) => contains(label, sought) && isOffered(href))
      .slice(0, sought === '' ? undefined : PLACES_MAX)
  const groups = [
    ...(found && slug ? foundGroups(found, { slug, text: sought, t }) : []),
    { heading: t('groups.actions'), items: offered(slug === undefined ? [] : actionsIn(slug, t)) },
    { heading: t('groups.pages'), items: offered(placesIn(slug, t)) },
  ].filter(({ items }) => items.length > 0)
  const choose = (href: string) => {
    onClose()
    void goTo(href)
  }
  const isEmpty = groups.length === 0 && !isSearching
  return (
    <CommandPalette
      onClose={onClose}
      label={t('common:nav.search')}
      placeholder={t('placeholder')}
      text={text}
      onText={setText}
      groups={groups}
      loading={isSearching}
      note={isFailed ? t('failed') : isEmpty ? t('nothing', { text: sought }) : found?.is_partial ? t('partial') : null}
      keys={[
        { key: '↑↓', does: t('keys.choose') },
        { key: '↵', does: t('keys.open') },
      ]}
      onChoose={choose}
    />
  )
}

function contains(label: string, text: string): boolean {
  return label.toLocaleLowerCase().includes(text.toLocaleLowerCase())
}

interface FoundSoFar {
  found: Found | undefined
  isSearching: boolean
  isFailed: boolean
}

/** The server's results; until they arrive, those for the previous text. */
function useFound(slug: string | undefined, text: string): FoundSoFar {
  const user = useSession()
  const q = useSettled(text, PAUSE_MS)
  const [last, setLast] = useState<Found>()
  const isAsked = text !== '' && q !== '' && slug !== undefined && user?.application_uuid === slug
  const { data, error, isFetching } = useRead(searchAll, { query: { q } }, { enabled: isAsked })
  if (data !== undefined && data !== last) setLast(data)
  const isSearching = isAsked && (isFetching || q !== text)
  const isFailed = isAsked && !isSearching && error !== null
  return { found: isAsked && !isFailed ? (data ?? last) : undefined, isSearching, isFailed }
}
