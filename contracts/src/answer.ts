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
  /** Of a refusal: where the reference explains its key. */
  doc_url?: string
  /** The write was stored as an approval request and waits for an approver. */
  maker_checker?: boolean
}

/** Names of the paging headers; a neighbour page's header is absent at that end. */
export const PAGING_HEADERS = {
  totalCount: 'X-Notifly-Total-Count',
  totalPages: 'X-Notifly-Total-Pages',
  currentPage: 'X-Notifly-Current-Page',
  nextPage: 'X-Notifly-Next-Page',
  previousPage: 'X-Notifly-Previous-Page',
  /** Of a list that goes back only so far: the moment of its oldest entry, in epoch seconds. Absent: nothing is left out. */
  reachesTo: 'X-Notifly-Reaches-To',
  /** Of a list that ends there by its length: what `before` takes to go on. */
  goesOnBefore: 'X-Notifly-Goes-On-Before',
} as const

export const PER_PAGE_DEFAULT = 10
export const PER_PAGE_MAX = 100
