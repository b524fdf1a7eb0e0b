/**
 * `npm run bench [-- --full] [--only=campaign,dkim] [--rounds=3]`: measures the product's throughput. Each figure is a ratio to its limit,
 * measured in the same run. --full uses the sizes for which the bars are set. A bar that is not met is reported and does not fail the run;
 * the exit code is non-zero only if a benchmark throws.
 */
import { parseArgs } from 'node:util'
import { printNotes, printTable } from './report.ts'
import { BENCHMARKS, runBenchmarks } from './run.ts'
import { FULL, QUICK } from './sizes.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
  },
})
const names = values.only?.split(',') ?? [...BENCHMARKS.keys()]
const print = (text: string): void => void process.stdout.write(text)

const sizes = values.full ? FULL : QUICK
const rounds = Number(values.rounds ?? sizes.rounds)
const results = await runBenchmarks(names, { ...sizes, rounds }, line => print(`  ${line}\n`))
print(`\n${printTable(results)}\n\n${await printNotes(results)}\n`)
