/** Words that the dashboard, the API's answers and the emails must not use because marketers do not, and the maximum length of hints. */

/** A hint is one short sentence. */
const HINT_WORDS = 12

type Foreign = [words: RegExp, instead: string]

/** Each with the words to use instead. Documents do without them as well. */
const FOREIGN: Foreign[] = [
  [/\bwho(m|se)?ever\b/i, 'anyone, contacts who'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bhand(s|ed|ing)? (in|over)\b/i, 'submit, send'],
  [/\bstands?\b(?!-)/i, 'is, appears'],
  [/\bclocks? (of|below|above)\b|\bown clock\b|\ball clocks\b/i, 'time zone'],
  [/\bfind words\b/i, 'search'],
  [/\banew\b/i, 'again'],
  [/\bfor good\b/i, 'permanently'],
  [/\bby (it|them)sel(f|ves)\b/i, 'automatically'],
  [/\bheard of\b|\bfallen silent\b/i, 'responding'],
  [/\bgo(es)? on\b/i, 'continue'],
  [/\b(left|leaves?|leaving) (everything|the topic)\b/i, 'unsubscribe'],
]

/** Words that documents for operators and developers may use. */
const FOREIGN_ON_PAGES: Foreign[] = [
  [/\be-mails?\b|(?<!Amazon )\bmails?\b(?! servers?\b)/i, 'email'],
  [/\bof (its|their|your|our) own\b/i, 'its own, another'],
]

/** In the other languages each term has one translation: these are wrong translations of it. */
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
    [/इंपोर्ट|इम्पोर्ट/, 'आयात'],
    [/एक्सपोर्ट/, 'निर्यात'],
    [/पृष्ठ(?!भूमि)/, 'पेज'],
    [/एप्लिकेशन|एप्लीकेशन/, 'ऐप्लिकेशन'],
  ],
}

/** Wrong translations in a text, by the glossary of CONTRIBUTING.md, as a message; empty if there are none. */
export function otherWordsOf(locale: string, key: string, text: string): string[] {
  return (OTHER_WORDS[locale] ?? []).flatMap(([words, term]) => {
    const [found] = words.exec(text) ?? []
    return found === undefined ? [] : [`${key}: "${found}" (say: ${term})`]
  })
}

/** What is wrong with an English text, as a message; empty if nothing is. Keys of hints end in `Help` or `Hint`, or are below `help`. */
export function faultsOf(key: string, text: string): string[] {
  const foreign = foreignIn(key, text, [...FOREIGN, ...FOREIGN_ON_PAGES])
  const length = text.split(/\s+/).length
  const long = isHint(key) && length > HINT_WORDS ? [`${key}: ${length} words, a hint has at most ${HINT_WORDS}`] : []
  return [...foreign, ...long]
}

/** What is wrong with the English of a document, line by line, its code and the names of tests left out. */
export function faultsOfDocument(path: string, document: string): string[] {
  const prose = document.replaceAll(/```[\s\S]*?```|`[^`\n]*`|“[^“”]*”/g, '')
  return prose.split('\n').flatMap(line => foreignIn(path, line, FOREIGN))
}

function foreignIn(key: string, text: string, foreign: readonly Foreign[]): string[] {
  return foreign.flatMap(([words, instead]) => {
    const [found] = words.exec(text) ?? []
    return found === undefined ? [] : [`${key}: "${found}" (say: ${instead})`]
  })
}

function isHint(key: string): boolean {
  return /(^|\.)(help|hint)s?(\.|$)|(Help|Hint)s?(\.|_|$)/.test(key)
}
