/**
 * How large rules are with the segments that they name. A segment that is named twice counts twice, since its rules are compiled into
 * every place that names it: without a bound, a few segments that each name the next one twice grow beyond any memory.
 */
import { conditionsOf, type RuleGroup } from '@notifly/contracts/segments/rules'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { AppError } from '../../lib/app-error.ts'
import { LEVELS_MAX, namedSegments, type NamedSegment } from './rule-context.ts'

/** Conditions of rules and of all segments that they lead to, each as often as it is reached. */
export const CONDITIONS_MAX = 500
/** Conditions of one statement, of all segments that an audience names. PostgreSQL takes 65,535 parameters, a condition needs up to ten. */
export const STATEMENT_CONDITIONS_MAX = 3000

export interface Weight {
  conditions: number
  levels: number
}

type Segments = ReadonlyMap<string, NamedSegment>

/** Rules that are too large to be compiled; `errors` holds the field to blame. */
export class RulesTooLarge extends AppError {
  constructor(field: string, said: Sentence) {
    super('invalidInput', { ...said, errors: [{ field, ...said }] })
    this.name = 'RulesTooLarge'
  }
}

/**
 * Weighs rules in time that grows with the number of segments, not with the weight. Segments that lead in a circle have no end: their
 * weight is infinite. `known` keeps the weights of segments from call to call.
 */
export function weigh(rules: RuleGroup, segments: Segments, known = new Map<string, Weight>()): Weight {
  let conditions = conditionsOf(rules).length
  let levels = 0
  for (const id of namedSegments(rules)) {
    const weight = weighSegment(id, segments, known)
    conditions += weight.conditions
    levels = Math.max(levels, weight.levels)
  }
  return { conditions, levels: levels + 1 }
}

const ENDLESS: Weight = { conditions: Infinity, levels: Infinity }

/** Without rules, a segment is one look-up, which the condition that names it has counted already. */
function weighSegment(id: string, segments: Segments, known: Map<string, Weight>): Weight {
  const rules = segments.get(id)?.rules ?? null
  if (rules === null) return { conditions: 0, levels: 0 }
  const weighed = known.get(id)
  if (weighed !== undefined) return weighed
  // What leads back here while this segment is being weighed is a circle.
  known.set(id, ENDLESS)
  const weight = weigh(rules, segments, known)
  known.set(id, weight)
  return weight
}

export function isTooLarge({ conditions, levels }: Weight): boolean {
  return conditions > CONDITIONS_MAX || levels > LEVELS_MAX
}

/** Throws RulesTooLarge at `rules`. */
export function demandWeight({ conditions, levels }: Weight): void {
  if (conditions > CONDITIONS_MAX) {
    throw new RulesTooLarge('rules', sentence('segments.tooDeep', { most: CONDITIONS_MAX }))
  }
  if (levels > LEVELS_MAX) {
    throw new RulesTooLarge('rules', sentence('segments.tooManyLevels', { most: LEVELS_MAX }))
  }
}
