// Turns the words behind `npm test --` into what is run.
import type { Step } from './steps.ts'

/** The static steps and the test files to run: undefined for no tests, an empty list for all. */
export interface Work {
  steps: Step[]
  testFilters: string[] | undefined
}

/**
 * Without words everything runs. A word with which the name of a step begins (`lint`, `dashboard build`) selects steps, any other selects
 * tests.
 */
export function chooseWork(steps: Step[], words: string[]): Work {
  if (words.length === 0) return { steps, testFilters: [] }
  const picks = (word: string, step: Step): boolean => step.name === word || step.name.startsWith(`${word} `)
  const testFilters = words.filter(word => !steps.some(step => picks(word, step)))
  return {
    steps: steps.filter(step => words.some(word => picks(word, step))),
    testFilters: testFilters.length === 0 ? undefined : testFilters,
  }
}
