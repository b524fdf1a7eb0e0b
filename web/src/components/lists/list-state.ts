/** The part of the address that every list has: the searched words, the order and the page. */
import * as z from 'zod/mini'
import type { TableSort } from '../../ui/table/table-types.ts'

/** Rows on a page of a list. */
export const PER_PAGE = 10

/** The page of a list in the address, from 1. */
export const pageField = z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1)

/** A day of the application's calendar in the address, YYYY-MM-DD. */
const dayField = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** The days of a list or a dashboard, both included. Absent: what the page shows by itself. */
export const dayFields = { from: z.optional(dayField), to: z.optional(dayField) }

/** Spread into the schema of a page's address. */
export const listFields = {
  search: z._default(z.string(), ''),
  page: pageField,
}

export interface ListChange<Sort extends string = string> {
  search?: string
  page?: number
  sort?: Sort
}

/** The setter of `useUrlState`, as far as lists need it. */
export type ChangeList<Sort extends string = string> = (
  change: ListChange<Sort>,
  options?: { replace?: boolean },
) => void

/** A sort as addresses and the API write it: the column's name, with a minus before it when descending. */
export function tableSort(sort: string): TableSort {
  return { column: sort.replace('-', ''), descending: sort.startsWith('-') }
}

/** The way back. Tables offer only the columns that a list can be sorted by, so the name is one of the list's own. */
export function sortName<Sort extends string>({ column, descending }: TableSort): Sort {
  return `${descending ? '-' : ''}${column}` as Sort
}
