// Turns the words behind `npm test --` into what is run.
import type { Step } from './steps.ts'

/** The static steps to run, and the test files to run: undefined for none of them, an empty list for all. */
export interface Work {
  steps: Step[]
  testFilters: string[] | undefined
}

/** Without words everything runs. A word that begins a step's name (`lint`, `dashboard build`) picks steps, any other picks tests. */
export function chooseWork(steps: Step[], words: string[]): Work {
  if (words.length === 0) return { steps, testFilters: [] }
  const picks = (word: string, step: Step): boolean => step.name === word || step.name.startsWith(`${word} `)
  const testFilters = words.filter(word => !steps.some(step => picks(word, step)))
  return {
    steps: steps.filter(step => words.some(word => picks(word, step))),
    testFilters: testFilters.length === 0 ? undefined : testFilters,
  }
}
