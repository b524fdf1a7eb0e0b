import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type * as z from 'zod/mini'
import { stringifySearch } from './search-params.ts'

interface ChangeOptions {
  replace?: boolean
  /** The change loses no input, so it needs no confirmation. */
  keepsInput?: boolean
}

/**
 * State of a page that lives in its address: filters, sorting, page, tab. The schema parses the query and holds the
 * defaults; an invalid query counts as empty. The setter merges; undefined values and defaults are left out of the
 * address. The fragment is kept, so an open drawer stays open while the list changes, and the page does not scroll to
 * it again.
 */
export function useUrlState<Schema extends z.ZodMiniType<Record<string, unknown>>>(
  schema: Schema,
): [z.output<Schema>, (change: Partial<z.input<Schema>>, options?: ChangeOptions) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const defaults = useMemo(() => read(schema, {}), [schema])
  const state = useMemo(() => read(schema, search), [schema, search])
  const change = useCallback(
    (values: Partial<z.input<Schema>>, options?: ChangeOptions) => {
      const isKept = ([name, value]: [string, unknown]) =>
        value !== undefined && stringifySearch({ value }) !== stringifySearch({ value: defaults[name] })
      void navigate({
        to: '.',
        search: (current: Record<string, unknown>) =>
          Object.fromEntries(Object.entries({ ...current, ...(values as Record<string, unknown>) }).filter(isKept)),
        hash: true,
        replace: options?.replace ?? false,
        ignoreBlocker: options?.keepsInput ?? false,
        resetScroll: false,
        hashScrollIntoView: false,
      })
    },
    [navigate, defaults],
  )
  return [state, change]
}

function read<Schema extends z.ZodMiniType<Record<string, unknown>>>(
  schema: Schema,
  search: Record<string, unknown>,
): z.output<Schema> {
  const result = schema.safeParse(search)
  return result.success ? result.data : (schema.safeParse({}).data as z.output<Schema>)
}
