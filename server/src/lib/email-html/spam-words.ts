/** Words that filters and readers take for spam. The list is short on purpose: people ignore a warning that comes with every sale. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Finding } from './finding.ts'

const PHRASES = [
  '100% free',
  'act now',
  'apply now and get',
  'cash bonus',
  'casino bonus',
  'cheap meds',
  'click here now',
  'congratulations, you won',
  'dear friend',
  'double your income',
  'double your money',
  'earn extra cash',
  'easy money',
  'eliminate debt',
  'extra income',
  'free money',
  'get rich',
  'guaranteed income',
  'lose weight fast',
  'make money fast',
  'miracle cure',
  'no credit check',
  'no risk',
  'not spam',
  'once in a lifetime',
  'prize winner',
  'risk-free',
  'this isn’t spam',
  'viagra',
  'work from home',
  'you are a winner',
  'you have been selected',
  'you have won',
  // Spanish
  'dinero fácil',
  'dinero gratis',
  'gane dinero',
  'ha sido seleccionado',
  'haga clic aquí ahora',
  'sin ningún riesgo',
  // French
  'argent facile',
  'argent gratuit',
  'cliquez ici maintenant',
  'gagnez de l’argent',
  'sans aucun risque',
  'vous avez gagné',
  // Hindi
  'आप जीत गए',
  'आसान कमाई',
  'पैसे कमाएँ',
  'मुफ़्त पैसे',
] as const

const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PHRASES.map(pattern).join('|')})(?![\\p{L}\\p{N}])|[!?]{3,}|[$€₹]{3,}`,
  'giu',
)

const MOST = 5
const CAPITALS_LEAST = 10
const CAPITALS_SHARE = 0.8

/** Returns one finding per phrase, at its first place. `page`: the visible text, with blanks elsewhere. */
export function spamWords(page: string): Finding[] {
  const first = new Map<string, { at: number; text: string }>()
  for (const { index, 0: text } of page.matchAll(WORDS)) {
    const key = text.toLowerCase().replace(/\s+/g, ' ')
    if (!first.has(key)) first.set(key, { at: index, text })
    if (first.size === MOST) break
  }
  return [...first.values()].map(({ at, text }) => finding(at, text))
}

/** The same for a subject, where capital letters count too. */
export function spamInSubject(subject: string): Finding[] {
  const letters = subject.match(/\p{Lu}|\p{Ll}/gu) ?? []
  const capitals = letters.filter(letter => letter === letter.toUpperCase()).length
  const isLoud = capitals >= CAPITALS_LEAST && capitals >= letters.length * CAPITALS_SHARE
  const loud: Finding[] = isLoud
    ? [{ severity: 'warning', code: 'spam_words', ...sentence('templates.html.capitals'), at: 0 }]
    : []
  return [...loud, ...spamWords(subject)]
}

function finding(at: number, text: string): Finding {
  return { severity: 'warning', code: 'spam_words', ...sentence('templates.html.spam', { text }), at, quote: text }
}

/** Matches any number of blanks, and quotes of either kind. */
function pattern(phrase: string): string {
  return phrase
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(' ', '\\s{1,3}')
    .replaceAll('’', "['’]")
}
