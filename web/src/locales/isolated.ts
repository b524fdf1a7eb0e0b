/** Matches letters that are written from right to left, and characters that change the direction of following text (UAX #9). */
const TURNS =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
const ISOLATES = /[\u2066-\u2069]/g

/** A value for a sentence: one that turns the direction of its text does so within itself alone. Others are as they were. */
export function isolated(value: string): string {
  return TURNS.test(value) ? `\u2068${value.replace(ISOLATES, '')}\u2069` : value
}

/** Facts in one line, each keeping its direction to itself; those that are missing are left out. */
export function joined(facts: readonly (string | false | null | undefined)[]): string {
  return facts.flatMap(fact => (fact ? [isolated(fact)] : [])).join(' · ')
}
