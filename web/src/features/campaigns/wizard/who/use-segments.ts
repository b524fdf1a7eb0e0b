import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listSegments, readSegment, type Segment } from '@notifly/contracts/contacts/audience'
import { useQueries } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../../api/api-error.ts'
import { readOptions, useReadPage } from '../../../../api/queries.ts'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import type { Option } from '../../../../ui/controls/options/option.ts'

const SHOWN = 50

export interface SegmentChoice {
  /** What the search found; undefined until the first answer. */
  options: Option[] | undefined
  /** The options of the given segments. */
  chosen: (ids: readonly string[]) => Option[]
  isLoading: boolean
  find: (text: string) => void
  /** The application has no segments. */
  isEmpty: boolean
  /** Names of chosen segments are still being read. */
  isNaming: boolean
  /** Why a chosen segment has no name. */
  error: ApiError | null
  again: () => void
}

/** Segments to choose from, with their counts, and the names of those already chosen. */
export function useSegments(chosenIds: readonly string[]): SegmentChoice {
  const { t } = useTranslation('campaigns')
  const { number } = useDisplay()
  const [search, setSearch] = useState('')
  const mayRead = useCan(ACTIVITY.segmentation, 'read')
  const query = { search, sort: 'name', per_page: SHOWN } as const
  const list = useReadPage(listSegments, { query }, { enabled: mayRead })
  const rows = list.data?.rows
  const { found: chosenRows, failed, isReading } = useNamed(mayRead ? chosenIds : [])
  const known = useMemo(
    () => new Map([...(rows ?? []), ...chosenRows].map(segment => [segment.uuid, segment])),
    [chosenRows, rows],
  )
  const optionOf = (segment: Segment): Option => ({
    value: segment.uuid,
    label: segment.name,
    end: number(segment.count),
    ...(segment.kind === 'dynamic' && { icon: ListFilter, help: t('who.dynamic') }),
  })
  return {
    options: rows?.map(optionOf),
    chosen: ids => ids.map(id => optionFor(known.get(id), id, optionOf)),
    isLoading: list.isFetching,
    find: setSearch,
    isEmpty: search === '' && rows?.length === 0,
    isNaming: isReading && chosenIds.some(id => !known.has(id)),
    error: failed?.error ?? null,
    again: () => void failed?.refetch(),
  }
}

/** A dash until the segment's name is known, so that it can already be removed. */
function optionFor(segment: Segment | undefined, id: string, optionOf: (segment: Segment) => Option): Option {
  return segment === undefined ? { value: id, label: '–' } : optionOf(segment)
}

function useNamed(ids: readonly string[]) {
  const answers = useQueries({
    queries: ids.map(segment_uuid => readOptions(readSegment, { query: { segment_uuid } }, { quiet: true })),
  })
  const found = answers.flatMap(answer => answer.data ?? [])
  const key = found.map(segment => segment.uuid).join()
  // The query results are new objects at every render; the list changes only when its ids do.
  const rows = useMemo(() => found, [key]) // oxlint-disable-line react-hooks/exhaustive-deps
  // One that was deleted is found when the campaign is checked.
  const failed = answers.find(({ error }) => error && error.status !== 404)
  return { found: rows, failed, isReading: answers.some(({ isPending }) => isPending) }
}
