import { expect, test } from 'vitest'
import { expectedRows, type ExplainRow } from './expected-rows.ts'

const explained = (plan: object): ExplainRow[] => [{ 'QUERY PLAN': [{ Plan: plan }] }]
const task = (rows: number) => ({ 'Remote Plan': [[{ Plan: { 'Node Type': 'Index Scan', 'Plan Rows': rows } }]] })

test('one PostgreSQL says itself what it expects', () => {
  expect(expectedRows(explained({ 'Node Type': 'Seq Scan', 'Plan Rows': 12, Plans: [{ 'Plan Rows': 400 }] }))).toBe(12)
})

test('of a statement for one machine the plan of that machine counts, not the 0 of the coordinator', () => {
  const job = { 'Task Count': 1, 'Tasks Shown': 'All', Tasks: [task(5000)] }
  const plan = {
    'Node Type': 'Custom Scan',
    'Custom Plan Provider': 'Citus Adaptive',
    'Plan Rows': 0,
    'Distributed Query': { Job: job },
  }
  expect(expectedRows(explained(plan))).toBe(5000)
  expect(expectedRows(explained({ 'Node Type': 'Limit', 'Plan Rows': 1, Plans: [plan] }))).toBe(5000)
})

test('of several machines, of which one is shown, the others count as much', () => {
  const job = { 'Task Count': 32, 'Tasks Shown': 'One of 32', Tasks: [task(10)] }
  expect(expectedRows(explained({ 'Plan Rows': 100_000, 'Distributed Query': { Job: job } }))).toBe(320)
})

test('a plan that says nothing expects nothing', () => {
  expect(expectedRows([])).toBe(0)
  expect(expectedRows(explained({ 'Distributed Query': { Job: { 'Task Count': 2, Tasks: [] } } }))).toBe(0)
})
