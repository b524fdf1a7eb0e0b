import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { ActivityId } from '@notifly/contracts/roles/activities'
import { en } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { hi } from './words-hi.ts'

/** Placeholders: `{maker}`, `{approver}`, `{module}`, `{title}`, `{application}`, `{due}` and `{reason}`. */
interface Words {
  subject: string
  text: string
}

export interface ApprovalWords {
  /** To an approver: a maker asks for a decision. */
  asked: Words
  /** To the maker. */
  approved: Words
  approvedByDeadline: Words
  rejected: Words
  rejectedByDeadline: Words
  withdrawn: Words
  /** Stands for a reason that was not given. */
  nobodyDecided: string
  /** The reason if an approved request could not be applied; the dashboard shows the full one. */
  notApplied: string
  button: string
  approverNote: string
  makerNote: string
  copy: string
  footer: string
  modules: Partial<Record<ActivityId, string>>
}

export const APPROVAL_WORDS: Record<Locale, ApprovalWords> = { en, es, fr, hi }
