/** The parameters that every list has in its address: search text, sorting and page. */
import * as z from 'zod/mini'
import type { TableSort } from '../../ui/table/table-types.ts'

/** Rows per page. */
export const PER_PAGE = 10

/** The page of a list in the address, starting at 1. */
export const pageField = z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1)

/** A day of the application's calendar in the address, YYYY-MM-DD. */
const dayField = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** The range of a list or dashboard in the address, both days inclusive. Absent: the page's default. */
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

/** Parses a sort as addresses and the API write it: the column's name, preceded by a minus if descending. */
export function tableSort(sort: string): TableSort {
  return { column: sort.replace('-', ''), descending: sort.startsWith('-') }
}

/** The reverse. Tables only offer columns by which the list can be sorted, so the name is always valid. */
export function sortName<Sort extends string>({ column, descending }: TableSort): Sort {
  return `${descending ? '-' : ''}${column}` as Sort
}
