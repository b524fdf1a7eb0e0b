import { listViews, type SavedView, type ViewList } from '@notifly/contracts/views/views'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bookmark, BookmarkPlus, Check, RotateCw, Settings2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { stringifySearch } from '../navigation/search-params.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { ManageViews } from './ManageViews.tsx'
import type { Query } from './query.ts'
import { SaveView } from './SaveView.tsx'

export interface ViewsMenuProps {
  list: ViewList
  /** Parts of a view that are not in the address, such as the chosen columns. */
  more?: Query
}

/** Parameters that a view does not store: it opens on its first page, without dialogs. */
const NOT_STORED = ['page', 'segment', 'rename', 'approval']

/** Opens, saves and manages views of a list. A view stores the list's address. */
export function ViewsMenu({ list, more = {} }: ViewsMenuProps) {
  const { t } = useTranslation('views')
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const { data: views = [], error, refetch } = useRead(listViews, { query: { list } })
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const present = presentQuery({ ...more, ...search })
  const current = views.find(({ query }) => isSame(query, present))
  const open = ({ query }: SavedView) => void navigate({ to: '.', search: query })
  const row = (view: SavedView): MenuItem => ({
    label: view.own || view.by === null ? view.name : t('by', { name: view.name, by: view.by }),
    icon: view === current ? Check : view.own && !view.shared ? Bookmark : Users,
    onSelect: () => open(view),
  })
  const own = views.filter(view => view.own)
  const others = views.filter(view => !view.own)
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button size="sm" icon={Bookmark}>
            <bdi className="max-w-40 truncate">{current?.name ?? t('open')}</bdi>
          </Button>
        }
        items={[
          own.length > 0 && { heading: t('mine') },
          ...own.map(row),
          others.length > 0 && { heading: t('shared') },
          ...others.map(row),
          error !== null && { label: t('failed'), icon: RotateCw, onSelect: () => void refetch() },
          (views.length > 0 || error !== null) && { separator: true },
          { label: t('save'), icon: BookmarkPlus, onSelect: () => setDialog('save') },
          own.length > 0 && { label: t('manage'), icon: Settings2, onSelect: () => setDialog('manage') },
        ]}
      />
      {dialog === 'save' && <SaveView list={list} query={present} onClose={close} />}
      {dialog === 'manage' && <ManageViews views={own} query={present} onClose={close} />}
    </>
  )
}

/** The parameters that a view stores, as the address writes them. */
function presentQuery(search: Record<string, unknown>): Query {
  const kept = Object.entries(search).filter(([name]) => !NOT_STORED.includes(name))
  return Object.fromEntries(new URLSearchParams(stringifySearch(Object.fromEntries(kept))))
}

function isSame(one: Query, other: Query): boolean {
  const sorted = (query: Query) => JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}
