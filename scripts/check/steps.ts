// Runs the static steps of the check side by side, never more than there are cores, and tells of each as it ends.
import { availableParallelism } from 'node:os'
import type { RunOutcome } from '../run-node.ts'

/** One thing to check: a name for the report and the work; its output is shown only when it failed. */
export interface Step {
  name: string
  run: () => Promise<RunOutcome>
}

/** How many steps passed and failed. */
export interface Tally {
  passed: number
  failed: number
}

/** Runs all steps and prints one line for each, in the order in which they end, with the output of the failed ones. */
export async function runSteps(
  steps: Step[],
  print: (line: string) => void,
  width: number = availableParallelism(),
): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0 }
  const waiting = steps.values()
  async function work(): Promise<void> {
    for (const step of waiting) {
      const passed = await runStep(step, print)
      tally[passed ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, width) }, work))
  return tally
}

async function runStep(step: Step, print: (line: string) => void): Promise<boolean> {
  const startedAt = performance.now()
  const outcome = await step.run().catch((error: unknown): RunOutcome => ({ ok: false, output: String(error) }))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  print(`${outcome.ok ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(18)} ${seconds.padStart(6)} s`)
  if (!outcome.ok) print(indent(outcome.output))
  return outcome.ok
}

function indent(text: string): string {
  return text
    .trim()
    .split('\n')
    .map(line => `      ${line}`)
    .join('\n')
}
