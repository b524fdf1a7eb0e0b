import type { FieldError } from './errors.ts'
import type { SentenceKey, SentenceValue } from './sentences/sentence.ts'

/** The body of every JSON answer. */
export interface Answer<Data = unknown> {
  success: boolean
  data?: Data
  /** English; `key` and `values` are the same as data. */
  message?: string
  key?: SentenceKey
  values?: Record<string, SentenceValue>
  error_code?: number
  errors?: FieldError[]
  /** Of a refusal: the page of the reference that explains its key. */
  doc_url?: string
  /** The write was stored as an approval request and waits for an approver. */
  maker_checker?: boolean
}

/** Names of the paging headers. The header of the previous or next page is absent if there is none. */
export const PAGING_HEADERS = {
  totalCount: 'X-Notifly-Total-Count',
  totalPages: 'X-Notifly-Total-Pages',
  currentPage: 'X-Notifly-Current-Page',
  nextPage: 'X-Notifly-Next-Page',
  previousPage: 'X-Notifly-Previous-Page',
  /** For a list that is limited to its latest entries: when its oldest entry was made, in epoch seconds. Absent: the list is complete. */
  reachesTo: 'X-Notifly-Reaches-To',
  /** For a list that ends at its maximum length: the value of `before` with which it continues. */
  goesOnBefore: 'X-Notifly-Goes-On-Before',
} as const

export const PER_PAGE_DEFAULT = 10
export const PER_PAGE_MAX = 100
