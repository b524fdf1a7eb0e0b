import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes, the longest first. Started last, one of them would run alone while the other cores are idle. */
export const LONG: readonly string[] = [
  'journeys/rights.test.ts',
  'journeys/pages.test.ts',
  'journeys/hostile-names.test.ts',
  'src/bench.test.ts',
  'journeys/pages-languages.test.ts',
  'acceptance/supervision.test.ts',
  'journeys/web-push.test.ts',
  'journeys/approvals.test.ts',
  'journeys/deadlines.test.ts',
  'src/engine/crash.test.ts',
  'journeys/lifecycle.test.ts',
  'acceptance/restart.test.ts',
  'acceptance/isolation.test.ts',
  'journeys/single-sign-on.test.ts',
  'src/http/hostile-input.test.ts',
  'src/http/access.test.ts',
]

/** Starts the long test files before all others, which stay in vitest's order. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a.moduleId) - placeOf(b.moduleId))
  }
}

function placeOf(path: string): number {
  const place = LONG.findIndex(end => path.endsWith(end))
  return place === -1 ? LONG.length : place
}
