/** What the dashboard, the answers and the emails never say: words that no marketer uses, and hints that are too long to read. */

/** A hint is one short sentence. */
const HINT_WORDS = 12

/** Each with what to say instead. */
const FOREIGN: [words: RegExp, instead: string][] = [
  [/\bwho(m|se)?ever\b/i, 'anyone, contacts who'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bhand(s|ed|ing)? (in|over)\b/i, 'submit, send'],
  [/\bstands?\b/i, 'is, appears'],
  [/\bclocks? (of|below|above)\b|\bown clock\b|\ball clocks\b/i, 'time zone'],
  [/\bfind words\b/i, 'search'],
  [/\be-mails?\b|(?<!Amazon )\bmails?\b(?! servers?\b)/i, 'email'],
  [/\bof (its|their|your|our) own\b/i, 'its own, another'],
  [/\banew\b/i, 'again'],
  [/\bfor good\b/i, 'permanently'],
  [/\bby (it|them)sel(f|ves)\b/i, 'automatically'],
  [/\bheard of\b|\bfallen silent\b/i, 'responding'],
  [/\bgo(es)? on\b/i, 'continue'],
  [/\b(left|leaves?|leaving) (everything|the topic)\b/i, 'unsubscribe'],
]

/** In the other languages a term has one word: these are others for it. */
const OTHER_WORDS: Record<string, [words: RegExp, term: string][]> = {
  es: [
    [/\bcampos? combinad/i, 'campo de combinación'],
    [/\bsuprimid[oa]s?\b/i, 'excluido'],
    [/\bdesuscri/i, 'darse de baja'],
  ],
  fr: [
    [/\bforfaits?\b/i, 'formule'],
    [/\bcourriels?\b/i, 'e-mail'],
    [/\brebonds?\b/i, 'rejet'],
  ],
  hi: [
    [/घटना/, 'इवेंट'],
    [/मालिक|स्वामी/, 'ओनर'],
    [/अनसब्सक्राइब/, 'सदस्यता छोड़ना'],
  ],
}

/** What a text of another language says beside the glossary of CONTRIBUTING.md, in words; empty where nothing is. */
export function otherWordsOf(locale: string, key: string, text: string): string[] {
  return (OTHER_WORDS[locale] ?? []).flatMap(([words, term]) => {
    const [found] = words.exec(text) ?? []
    return found === undefined ? [] : [`${key}: "${found}" (say: ${term})`]
  })
}

/** What is wrong with an English text, in words; empty where nothing is. Keys of hints end in `Help` or `Hint`, or lie in a `help`. */
export function faultsOf(key: string, text: string): string[] {
  const foreign = FOREIGN.flatMap(([words, instead]) => {
    const [found] = words.exec(text) ?? []
    return found === undefined ? [] : [`${key}: "${found}" (say: ${instead})`]
  })
  const length = text.split(/\s+/).length
  const long = isHint(key) && length > HINT_WORDS ? [`${key}: ${length} words, a hint has at most ${HINT_WORDS}`] : []
  return [...foreign, ...long]
}

function isHint(key: string): boolean {
  return /(^|\.)(help|hint)s?(\.|$)|(Help|Hint)s?(\.|_|$)/.test(key)
}
