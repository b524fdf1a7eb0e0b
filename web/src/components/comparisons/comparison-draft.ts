/**
 * A comparison while it is edited. It keeps the values of all controls, so that switching between operators loses
 * nothing.
 */
import { NUMBER_OPERATORS, TEXT_OPERATORS } from '@notifly/contracts/segments/comparisons'
import type { FieldCondition, PropertyComparison } from '@notifly/contracts/segments/rules'

export type ComparedType = FieldCondition['type']
export type Operator = FieldCondition['op']

export interface ComparisonDraft {
  type: ComparedType
  op: Operator
  text: string
  amount: number | null
  fromAmount: number | null
  toAmount: number | null
  day: string | null
  fromDay: string | null
  toDay: string | null
  days: number | null
}

export const USUAL_DAYS = 30
export const PRESENCE = ['is_empty', 'is_not_empty'] as const

/** The operators for each type, the most common one first. */
export const OPERATORS: Record<ComparedType, readonly Operator[]> = {
  text: [...TEXT_OPERATORS, ...PRESENCE],
  number: [...NUMBER_OPERATORS, 'between', ...PRESENCE],
  date: ['last_days', 'before', 'after', 'on', 'between', ...PRESENCE],
  boolean: ['is_true', 'is_false', ...PRESENCE],
}

export function comparisonDraft(type: ComparedType): ComparisonDraft {
  const [op = 'is'] = OPERATORS[type]
  return {
    type,
    op,
    text: '',
    amount: null,
    fromAmount: null,
    toAmount: null,
    day: null,
    fromDay: null,
    toDay: null,
    days: USUAL_DAYS,
  }
}

/** The comparison for the server, with null for missing values. */
export function comparisonOf(draft: ComparisonDraft): object {
  return { type: draft.type, op: draft.op, ...valuesOf(draft) }
}

function valuesOf(draft: ComparisonDraft): object {
  switch (draft.op) {
    case 'is_empty':
    case 'is_not_empty':
    case 'is_true':
    case 'is_false':
      return {}
    case 'last_days':
      return { days: draft.days }
    case 'between':
      return draft.type === 'date'
        ? { from: draft.fromDay, to: draft.toDay }
        : { from: draft.fromAmount, to: draft.toAmount }
    default:
      return { value: { text: draft.text.trim(), number: draft.amount, date: draft.day, boolean: null }[draft.type] }
  }
}

/** A saved comparison as a draft. */
export function savedComparison(saved: FieldCondition | PropertyComparison): ComparisonDraft {
  return { ...comparisonDraft(saved.type), op: saved.op, ...savedValues(saved) }
}

function savedValues(saved: FieldCondition | PropertyComparison): Partial<ComparisonDraft> {
  if (saved.op === 'last_days') return { days: saved.days }
  if (saved.op === 'between') {
    return saved.type === 'date'
      ? { fromDay: saved.from, toDay: saved.to }
      : { fromAmount: saved.from, toAmount: saved.to }
  }
  if (!('value' in saved)) return {}
  if (saved.type === 'number') return { amount: saved.value }
  return saved.type === 'date' ? { day: saved.value } : { text: saved.value }
}

export interface PropertyDraft extends ComparisonDraft {
  property: string
}

export function propertyDraft(): PropertyDraft {
  return { ...comparisonDraft('text'), property: '' }
}

export function propertyOf(draft: PropertyDraft): PropertyComparison {
  return { property: draft.property.trim(), ...comparisonOf(draft) } as PropertyComparison
}

export function savedProperty(saved: PropertyComparison): PropertyDraft {
  return { ...savedComparison(saved), property: saved.property }
}
