import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { SummaryWords } from './summary-words.ts'
import { en } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { hi } from './words-hi.ts'

export const SUMMARY_WORDS: Record<Locale, SummaryWords> = { en, es, fr, hi }
